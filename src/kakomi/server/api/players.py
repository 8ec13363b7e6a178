"""Who you are: an anonymous player by cookie, a name that can be changed, an optional account."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.http.deps import Running, SignedIn, address_of, json_response
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import COOKIE, clean_name, fold
from kakomi.server.runtime import Runtime
from kakomi.store import players
from kakomi.store.errors import Conflict
from kakomi.store.players import PlayerRow

router = APIRouter(prefix="/api", tags=["players"])


def view(player: PlayerRow) -> dict[str, object]:
    """A player as they see themselves."""
    return {"id": player.id, "name": player.name, "account": player.account is not None}


def answer(runtime: Runtime, request: Request, player: PlayerRow, cookie: bool = False) -> Response:
    """Who you are, with a new cookie if needed."""
    response = json_response(view(player))
    if cookie:
        runtime.identity.set_cookie(response, player.id, request.url.scheme == "https")
    return response


@router.get("/me", response_model=schemas.Me)
async def me(request: Request, runtime: Running) -> Response:
    """Who you are by your cookie; without a valid one you become a new anonymous player."""
    try:
        player = await runtime.identity.who(request)
        renewed = (
            player is not None and "authorization" not in request.headers and runtime.identity.wants_renewal(request)
        )
    except Refusal:
        if "authorization" in request.headers:
            raise
        player, renewed = None, False
    if player is not None:
        return answer(runtime, request, player, renewed)
    runtime.limits.check("player", address_of(request))
    return answer(runtime, request, await runtime.identity.make_anonymous(), True)


@router.patch("/me", response_model=schemas.Me)
async def rename(request: Request, body: schemas.NameIn, player: SignedIn, runtime: Running) -> Response:
    """Change your name."""
    name = clean_name(body.name)
    await runtime.store.write(lambda database: players.rename(database, player.id, name))
    return await _refreshed(runtime, request, player, name)


@router.post("/account", response_model=schemas.Me, status_code=201)
async def make_account(request: Request, body: schemas.AccountIn, player: SignedIn, runtime: Running) -> Response:
    """Create an account with a name and a passphrase, to reach your games from other devices."""
    runtime.limits.check("passphrase", address_of(request))
    if player.kind != "person":
        raise Refusal("account/bot", "bots use their token and have no account", 403)
    name = clean_name(body.name)
    hashed = await runtime.identity.hash_passphrase(body.passphrase)
    taken = await runtime.store.read(lambda database: players.by_account(database, fold(name)))
    if taken is not None:
        raise Refusal("account/taken", "an account of this name already exists; log in, or choose another name")
    try:
        await runtime.store.write(lambda database: players.make_account(database, player.id, fold(name), name, hashed))
    except Conflict as error:
        raise Refusal("account/taken", str(error)) from error
    response = await _refreshed(runtime, request, player, name)
    response.status_code = 201
    return response


@router.post("/login", response_model=schemas.Me)
async def login(request: Request, body: schemas.AccountIn, runtime: Running) -> Response:
    """Log in to an account; the games of an anonymous player are moved to it."""
    runtime.limits.check("passphrase", address_of(request))
    try:
        before = await runtime.identity.who(request)
    except Refusal:
        before = None
    account = await runtime.store.read(lambda database: players.by_account(database, fold(body.name)))
    if not await runtime.identity.check_passphrase(account, body.passphrase) or account is None:
        raise Refusal("account/wrong", "wrong name or passphrase", 401)
    if before is not None and before.account is None and before.kind == "person":
        old = before.id
        for game in await runtime.store.write(lambda database: players.hand_over(database, old, account.id)):
            await runtime.rooms.reload_if_held(game)
    return answer(runtime, request, account, True)


@router.post("/logout", status_code=204)
async def logout() -> Response:
    """Log out on this device; GET /api/me then creates a new anonymous player."""
    response = Response(None, 204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


async def _refreshed(runtime: Runtime, request: Request, player: PlayerRow, name: str) -> Response:
    runtime.identity.forget(player.id)
    runtime.rooms.rename(player.id, name)
    renamed = await runtime.identity.find(player.id)
    assert renamed is not None
    return answer(runtime, request, renamed)

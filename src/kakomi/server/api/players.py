"""Who you are: an anonymous player by cookie, a name that can be changed, an optional account."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.api.games import Asking, Here, address, json
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import COOKIE, clean_name, fold
from kakomi.server.runtime import Context
from kakomi.store import players
from kakomi.store.errors import Conflict
from kakomi.store.players import Player

router = APIRouter(prefix="/api", tags=["players"])


def view(player: Player) -> dict[str, object]:
    """A player as they see themselves."""
    return {"id": player.id, "name": player.name, "account": player.account is not None}


def answer(context: Context, request: Request, player: Player, cookie: bool = False) -> Response:
    """Who you are now, with a cookie where it is a new one."""
    response = json(view(player))
    if cookie:
        context.identity.set_cookie(response, player.id, request.url.scheme == "https")
    return response


@router.get("/me", response_model=schemas.Me)
async def me(request: Request, context: Here) -> Response:
    """Who the cookie says you are; without a good one you become a new anonymous player."""
    try:
        player = await context.identity.who(request)
        renewed = (
            player is not None and "authorization" not in request.headers and context.identity.wants_renewal(request)
        )
    except Refusal:
        if "authorization" in request.headers:
            raise
        player, renewed = None, False
    if player is not None:
        return answer(context, request, player, renewed)
    context.limits.check("player", address(request))
    return answer(context, request, await context.identity.make_anonymous(), True)


@router.patch("/me", response_model=schemas.Me)
async def rename(request: Request, asked: schemas.NameIn, player: Asking, context: Here) -> Response:
    """A new name to be shown under."""
    name = clean_name(asked.name)
    await context.store.write(lambda base: players.rename(base, player.id, name))
    return await _refreshed(context, request, player, name)


@router.post("/account", response_model=schemas.Me, status_code=201)
async def make_account(request: Request, asked: schemas.AccountIn, player: Asking, context: Here) -> Response:
    """Keep your games under a name and a passphrase, so that you find them on another device."""
    context.limits.check("passphrase", address(request))
    if player.kind != "person":
        raise Refusal("account/bot", "a bot has its token and needs no account", 403)
    name = clean_name(asked.name)
    hashed = await context.identity.hash_passphrase(asked.passphrase)
    taken = await context.store.read(lambda base: players.by_account(base, fold(name)))
    if taken is not None:
        raise Refusal("account/taken", "this name has an account already; log in, or take another name")
    try:
        await context.store.write(lambda base: players.make_account(base, player.id, fold(name), name, hashed))
    except Conflict as error:
        raise Refusal("account/taken", str(error)) from error
    response = await _refreshed(context, request, player, name)
    response.status_code = 201
    return response


@router.post("/login", response_model=schemas.Me)
async def login(request: Request, asked: schemas.AccountIn, context: Here) -> Response:
    """Become the player of an account; the games of an anonymous player come along."""
    context.limits.check("passphrase", address(request))
    try:
        before = await context.identity.who(request)
    except Refusal:
        before = None
    found = await context.store.read(lambda base: players.by_account(base, fold(asked.name)))
    if not await context.identity.check_passphrase(found, asked.passphrase) or found is None:
        raise Refusal("account/wrong", "name and passphrase do not belong together", 401)
    if before is not None and before.account is None and before.kind == "person":
        old = before.id
        for game in await context.store.write(lambda base: players.hand_over(base, old, found.id)):
            room = context.hub.rooms.get(game)
            if room is not None:
                async with room.lock:
                    await context.hub.reload(room)
    return answer(context, request, found, True)


@router.post("/logout", status_code=204)
async def logout() -> Response:
    """Forget who you are on this device; GET /api/me makes a new anonymous player."""
    response = Response(None, 204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


async def _refreshed(context: Context, request: Request, player: Player, name: str) -> Response:
    context.identity.forget(player.id)
    context.hub.rename(player.id, name)
    fresh = await context.identity.find(player.id)
    assert fresh is not None
    return answer(context, request, fresh)

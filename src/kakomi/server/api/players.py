"""Who you are: an anonymous player by cookie, a name that can be changed."""

from __future__ import annotations

import contextlib

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.http.deps import Running, SignedIn, address_of, json_response
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import (
    COOKIE,
    KEPT_COOKIE,
    RENEWED_AFTER,
    Claim,
    clean_name,
    cookie_of,
    device_of,
    new_session,
    set_plain_cookie,
)
from kakomi.server.live import clocks
from kakomi.server.runtime import Runtime
from kakomi.store import players, sessions
from kakomi.store.players import PlayerRow

router = APIRouter(prefix="/api", tags=["players"])


def view(player: PlayerRow) -> dict[str, object]:
    """A player as they see themselves."""
    return {"id": player.id, "name": player.name, "account": player.account is not None}


def answer(runtime: Runtime, request: Request, player: PlayerRow, session: str = "", status: int = 200) -> Response:
    """Who you are, with a cookie if there is a new session."""
    response = json_response(view(player), status)
    if session:
        runtime.identity.set_cookie(response, player.id, session, request.url.scheme == "https")
    return response


@router.get("/me", response_model=schemas.Me)
async def me(request: Request, runtime: Running) -> Response:
    """Who you are by your cookie; without a valid one you become a new anonymous player."""
    kept = None
    try:
        player = await runtime.identity.who(request)
    except Refusal as refusal:
        if "authorization" in request.headers or refusal.status != 401:
            raise
        player = None
        if refusal.code == "identity/invalid":
            earlier = await _earlier(runtime, request)
            if earlier is not None:
                return earlier
            kept = cookie_of(request)
    if player is not None:
        return await _known(runtime, request, player)
    runtime.limits.check("player", address_of(request))
    player, session = await runtime.identity.make_anonymous(device_of(request))
    response = answer(runtime, request, player, session.id)
    if kept and kept.count(".") in (2, 3) and cookie_of(request, KEPT_COOKIE) is None:
        # signed with another secret: if that secret comes back, so do the games
        set_plain_cookie(response, KEPT_COOKIE, kept[:200], request.url.scheme == "https")
    return response


async def _known(runtime: Runtime, request: Request, player: PlayerRow) -> Response:
    """Answer a player known by a cookie, which is renewed now and then; one that names no session gets one."""
    claim = runtime.identity.claim_of(request)
    if claim is None:
        return answer(runtime, request, player)
    now = clocks.now()
    if not claim.session:
        session = new_session(player.id, device_of(request))
        await runtime.store.write(lambda database: sessions.add(database, session))
        return answer(runtime, request, player, session.id)
    if abs(now - claim.issued) <= RENEWED_AFTER:
        return answer(runtime, request, player)
    await runtime.store.write(lambda database: sessions.touch(database, claim.session, now))
    return answer(runtime, request, player, claim.session)


async def _earlier(runtime: Runtime, request: Request) -> Response | None:
    """Sign this browser in as who it was before the secret was lost, if the secret is back."""
    value = cookie_of(request, KEPT_COOKIE)
    if value is None:
        return None
    with contextlib.suppress(Refusal):
        claim = runtime.identity.read(value)
        earlier = await runtime.identity.verify(claim)
        response = json_response(view(earlier))
        runtime.identity.set_cookie(response, earlier.id, claim.session, request.url.scheme == "https")
        response.delete_cookie(KEPT_COOKIE, path="/", httponly=True, samesite="lax")
        return response
    return None


@router.patch("/me", response_model=schemas.Me)
async def rename(request: Request, body: schemas.NameIn, player: SignedIn, runtime: Running) -> Response:
    """Change your name."""
    if player.kind == "bot":
        raise Refusal("bot/name", "a bot keeps the name it was created with; its owner can create another", 403)
    name = clean_name(body.name)
    await runtime.store.write(lambda database: players.rename(database, player.id, name))
    runtime.identity_changed(player.id, name=name)
    return answer(runtime, request, await renewed(runtime, player))


@router.post("/logout", status_code=204)
async def logout(request: Request, runtime: Running) -> Response:
    """Log out on this device: its cookie stops working. GET /api/me then creates a new anonymous player."""
    claim = runtime.identity.claim_of(request)
    if claim is not None:
        await end_session(runtime, claim)
    response = Response(None, 204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


async def end_session(runtime: Runtime, claim: Claim) -> None:
    """End a cookie's session; if it names none, all the player's cookies that name none become void."""
    if claim.session:
        await runtime.store.write(lambda database: sessions.end(database, claim.player, claim.session))
    else:
        now = clocks.now()
        await runtime.store.write(lambda database: sessions.end_unnamed(database, claim.player, now))
    runtime.identity_changed(claim.player, ended=claim.session)


async def renewed(runtime: Runtime, player: PlayerRow) -> PlayerRow:
    """The player as stored after a change."""
    fresh = await runtime.identity.find(player.id)
    assert fresh is not None
    return fresh

"""Accounts: a name and a passphrase to reach one's games from other devices, and the sessions on them."""

from __future__ import annotations

import contextlib

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from kakomi.server import schemas
from kakomi.server.api.players import answer, renewed
from kakomi.server.http.deps import Running, SignedIn, address_of, json_response
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import COOKIE, check_ban, clean_name, device_of, fold, new_session
from kakomi.server.live import clocks
from kakomi.server.runtime import Runtime
from kakomi.server.schemas.accounts import PassphraseIn, PassphraseOnly, SessionId, SessionList
from kakomi.store import exports, players, sessions
from kakomi.store.errors import Conflict
from kakomi.store.players import PlayerRow

router = APIRouter(prefix="/api", tags=["accounts"])


@router.post("/account", response_model=schemas.Me, status_code=201)
async def make_account(request: Request, body: schemas.AccountIn, player: SignedIn, runtime: Running) -> Response:
    """Create an account with a name and a passphrase, to reach your games from other devices."""
    runtime.limits.check("passphrase", address_of(request))
    _check_person(player)
    name = clean_name(body.name)
    hashed = await runtime.identity.hash_passphrase(body.passphrase)
    taken = await runtime.store.read(lambda database: players.by_account(database, fold(name)))
    if taken is not None:
        raise Refusal("account/taken", "an account of this name already exists; sign in, or choose another name")
    try:
        await runtime.store.write(lambda database: players.make_account(database, player.id, fold(name), name, hashed))
    except Conflict as error:
        raise Refusal("account/taken", str(error)) from error
    runtime.identity_changed(player.id, name=name)
    return answer(runtime, request, await renewed(runtime, player), status=201)


@router.post("/login", response_model=schemas.Me)
async def login(request: Request, body: schemas.AccountIn, runtime: Running) -> Response:
    """Log in to an account; games, bots and solved puzzles of an anonymous player are moved to it."""
    runtime.limits.check("passphrase", address_of(request))
    before = None
    with contextlib.suppress(Refusal):
        before = await runtime.identity.who(request)
    account = await _account(runtime, body.name, body.passphrase)
    check_ban(account)
    session = new_session(account.id, device_of(request))
    await runtime.hand_over(None if before is None else before.id, account.id, session)
    return answer(runtime, request, account, session.id)


@router.post("/account/passphrase", response_model=schemas.Me)
async def change_passphrase(request: Request, body: PassphraseIn, player: SignedIn, runtime: Running) -> Response:
    """Change your passphrase; you are logged out on all other devices."""
    await _check_owner(request, runtime, player, body.passphrase)
    hashed = await runtime.identity.hash_passphrase(body.new)
    session, now = new_session(player.id, device_of(request)), clocks.now()

    def job(database: Connection) -> None:
        players.change_passphrase(database, player.id, hashed)
        sessions.end_all(database, player.id, now)
        sessions.add(database, session)

    await runtime.store.write(job)
    runtime.identity_changed(player.id, ended="*")
    return answer(runtime, request, await renewed(runtime, player), session.id)


@router.get("/account/export", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def export(request: Request, player: SignedIn, runtime: Running) -> Response:
    """Everything that is stored about you, as a file."""
    runtime.limits.check("export", address_of(request))

    def job(database: Connection) -> bytes:
        return orjson.dumps(exports.export(database, player.id), option=orjson.OPT_INDENT_2)

    headers = {"content-disposition": 'attachment; filename="kakomi.json"'}
    return json_response(await runtime.store.read(job), headers=headers)


@router.post("/account/delete", status_code=204)
async def delete(request: Request, body: PassphraseOnly, player: SignedIn, runtime: Running) -> Response:
    """Delete your account: you resign what you are playing; your games stay, without your name."""
    await _check_owner(request, runtime, player, body.passphrase)
    own = await runtime.store.read(lambda database: players.bots_of(database, player.id))
    for each in (player.id, *(bot.id for bot in own)):
        await runtime.resign_all(each)
    now = clocks.now()
    bots = await runtime.store.write(lambda database: exports.erase(database, player.id, now))
    for each in (player.id, *bots):
        runtime.identity_changed(each, name=exports.DELETED, ended="*")
    response = Response(None, 204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


# --- sessions ---------------------------------------------------------------------------------------------------------


@router.get("/sessions", response_model=SessionList)
async def list_sessions(request: Request, player: SignedIn, runtime: Running) -> Response:
    """The devices on which you are signed in."""
    claim = runtime.identity.claim_of(request)
    current = "" if claim is None else claim.session
    rows = await runtime.store.read(lambda database: sessions.of_player(database, player.id))
    return json_response(
        {
            "sessions": [
                {
                    "id": row.id[:8],
                    "device": row.device,
                    "created": row.created,
                    "seen": row.seen,
                    "current": row.id == current,
                }
                for row in rows
            ]
        }
    )


@router.post("/sessions/end", response_model=SessionList)
async def end_others(request: Request, player: SignedIn, runtime: Running) -> Response:
    """Log out everywhere but here."""
    claim = runtime.identity.claim_of(request)
    current, now = "" if claim is None else claim.session, clocks.now()
    await runtime.store.write(lambda database: sessions.end_all(database, player.id, now, but=current))
    runtime.identity_changed(player.id, ended="*", kept=current)
    return await list_sessions(request, player, runtime)


@router.delete("/sessions/{session}", response_model=SessionList)
async def end_one(request: Request, session: SessionId, player: SignedIn, runtime: Running) -> Response:
    """Log out on one other device, by the beginning of its session's id."""
    rows = await runtime.store.read(lambda database: sessions.of_player(database, player.id))
    chosen = next((row.id for row in rows if row.id[:8] == session), None)
    if chosen is None:
        raise Refusal("session/unknown", "there is no such session; GET /api/sessions lists yours", 404)
    await runtime.store.write(lambda database: sessions.end(database, player.id, chosen))
    runtime.identity_changed(player.id, ended=chosen)
    return await list_sessions(request, player, runtime)


# --- checks -----------------------------------------------------------------------------------------------------------


def _check_person(player: PlayerRow) -> None:
    if player.kind != "person":
        raise Refusal("account/bot", "bots use their token and have no account", 403)


async def _account(runtime: Runtime, name: str, passphrase: str) -> PlayerRow:
    account = await runtime.store.read(lambda database: players.by_account(database, fold(name)))
    if account is not None and account.kind != "person":
        account = None
    if not await runtime.identity.check_passphrase(account, passphrase) or account is None:
        raise Refusal("account/wrong", "wrong name or passphrase", 401)
    return account


async def _check_owner(request: Request, runtime: Runtime, player: PlayerRow, passphrase: str) -> None:
    """Refuse unless the passphrase is the player's: a borrowed browser is not enough."""
    runtime.limits.check("passphrase", address_of(request))
    _check_person(player)
    stored = await runtime.store.read(lambda database: players.get(database, player.id))
    if stored is None or stored.account is None:
        raise Refusal("account/none", "you have no account; create one first", 409)
    if not await runtime.identity.check_passphrase(stored, passphrase):
        raise Refusal("account/wrong", "wrong passphrase", 401)

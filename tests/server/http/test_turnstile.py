"""Requests that come together are let in one per round of the event loop."""

from __future__ import annotations

import asyncio
import itertools

from kakomi.server.http.turnstile import Turnstile


def test_a_single_request_does_not_wait() -> None:
    async def test() -> None:
        gate = Turnstile()
        for _ in range(3):
            entering = gate.enter()
            try:
                entering.send(None)
            except StopIteration:
                pass
            else:
                raise AssertionError("it waited")
            await asyncio.sleep(0)

    asyncio.run(test())


def test_others_have_their_turn_between_two_requests_and_order_is_kept() -> None:
    async def test() -> None:
        gate, seen = Turnstile(), list[object]()

        async def request(number: int) -> None:
            await gate.enter()
            seen.append(number)

        async def player() -> None:
            while len(seen) < 40:
                seen.append("move")
                await asyncio.sleep(0)

        requests = [asyncio.create_task(request(number)) for number in range(10)]
        playing = asyncio.create_task(player())
        await asyncio.gather(*requests)
        playing.cancel()
        entered = [each for each in seen if each != "move"]
        assert entered == list(range(10))
        places = [seen.index(number) for number in range(10)]
        assert all(later - earlier > 1 for earlier, later in itertools.pairwise(places[1:]))

    asyncio.run(test())


def test_a_client_that_has_gone_holds_up_nobody() -> None:
    async def test() -> None:
        gate, entered = Turnstile(), list[int]()

        async def request(number: int) -> None:
            await gate.enter()
            entered.append(number)

        tasks = [asyncio.create_task(request(number)) for number in range(5)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 5)
        assert entered == [0, 1, 3, 4]
        await gate.enter()

    asyncio.run(test())

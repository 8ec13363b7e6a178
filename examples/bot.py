"""A bot that plays any game at random: python bot.py http://127.0.0.1:8421 TOKEN. It needs nothing but Python."""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

server, token = sys.argv[1:3]


def ask(path: str, message: object = None) -> Any:
    """Send a request with the bot's token; a message makes it a POST."""
    body = None if message is None else json.dumps(message).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return urlopen(Request(f"{server}/api{path}", body, headers), timeout=60)


for line in ask("/bots/events"):
    event = json.loads(line)
    if event["type"] == "start":
        print(f"{event['game']}: {event['name']} against {event['opponent']}", flush=True)
    elif event["type"] == "turn":
        move = {"type": "move", "ply": event["ply"], "move": random.choice(event["legal"])}
        ask(f"/games/{event['game']}/actions", move).close()
    elif event["type"] == "offer":
        answer = {"type": "answer", "what": event["what"], "accept": event["what"] == "rematch"}
        ask(f"/games/{event['game']}/actions", answer).close()
    elif event["type"] == "over":
        print(f"{event['game']}: {event['you']}. {event['outcome']['sentence']}", flush=True)

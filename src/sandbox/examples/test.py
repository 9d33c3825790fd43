"""Tests a bot on the embedded Discord. The bot is connected already; SANDBOX is the address of the server."""

import json
import os
import time
import urllib.request


def sandbox(path, body=None):
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(f"{os.environ['SANDBOX']}/sandbox/{path}", data) as answer:
        return json.load(answer)


ann = sandbox("person", {"name": "ann"})["id"]
guild = sandbox("guild", {"name": "Table", "owner": ann})["id"]
hall = sandbox("channel", {"guild": guild, "name": "hall"})["id"]

while not sandbox(f"commands?as={ann}&channel={hall}"):
    time.sleep(0.1)  # until the bot has registered its commands
used = {"user": ann, "channel": hall, "command": "hello", "options": {"whom": "world"}}
# Waits until the bot has responded.
sandbox(f"interaction?wait=1&id={sandbox('slash', used)['interaction']}")
seen = sandbox(f"messages?as={ann}&channel={hall}")
assert seen[-1]["content"] == "hello world", seen
print("the bot says hello")

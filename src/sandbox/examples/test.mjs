// Tests a bot on the embedded Discord. The bot is connected already; SANDBOX is the address of the server.

import assert from "node:assert";

async function sandbox(path, body) {
  const request = body && { method: "POST", body: JSON.stringify(body) };
  return (await fetch(`${process.env.SANDBOX}/sandbox/${path}`, request)).json();
}

const { id: ann } = await sandbox("person", { name: "ann" });
const { id: guild } = await sandbox("guild", { name: "Table", owner: ann });
const { id: hall } = await sandbox("channel", { guild, name: "hall" });

// Until the bot has registered its commands.
while ((await sandbox(`commands?as=${ann}&channel=${hall}`)).length === 0) await new Promise((done) => setTimeout(done, 100));
const used = { user: ann, channel: hall, command: "hello", options: { whom: "world" } };
// Waits until the bot has responded.
await sandbox(`interaction?wait=1&id=${(await sandbox("slash", used)).interaction}`);
const seen = await sandbox(`messages?as=${ann}&channel=${hall}`);
assert.equal(seen.at(-1).content, "hello world");
console.log("the bot says hello");

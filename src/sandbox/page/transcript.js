// Everything that a person sees, as a text to keep.

import { offer } from "./dom.js";
import { get } from "./api.js";

// The number of messages that are asked for at a time.
const PAGE = 200;

/** Offers a file with all channels that the person sees, as the person sees them. */
export async function save(world) {
  const parts = [`# What ${world.name(world.me)} sees\n`];
  for (const channel of world.channels.values()) {
    const lines = [];
    for (let after = "0"; ;) {
      const messages = await get("messages", { as: world.me, channel: channel.id, after, limit: PAGE });
      lines.push(...messages.map((message) => written(message, world)));
      if (messages.length < PAGE) break;
      after = messages.at(-1).id;
    }
    if (lines.length > 0) parts.push(`## ${world.place(channel.id)}\n`, ...lines);
  }
  offer(new Blob([parts.join("\n")], { type: "text/markdown" }), "transcript.md");
}

function written(message, world) {
  const at = new Date(message.at).toISOString().slice(0, 19).replace("T", " ");
  const notes = [
    message.origin?.command && `${world.name(message.origin.user)} used /${message.origin.command}`,
    message.ephemeral && "only they see it",
    message.edited !== null && "edited",
  ].filter(Boolean);
  const labels = message.components.flatMap((row) => row.components ?? []).map((part) => part.label ?? part.placeholder ?? "…");
  const texts = [
    message.content,
    ...message.embeds.map((embed) => [embed.title, embed.description, ...(embed.fields ?? []).map((field) => `${field.name}: ${field.value}`), embed.footer?.text].filter(Boolean).join("\n")),
    ...message.files.map((file) => `[${file.name}] ${file.description ?? ""}`.trim()),
    labels.map((label) => `[${label}]`).join(" "),
  ].filter(Boolean);
  const quoted = texts.join("\n").split("\n").map((line) => `> ${line}`).join("\n");
  const note = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  return `**${world.name(message.author)}**, ${at} UTC${note}\n${quoted}\n`;
}

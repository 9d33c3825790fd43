// Discord's Markdown as elements. What is not understood stays as it was written.

import { h } from "./dom.js";
import { timestamp } from "./time.js";

/** Returns nodes for a text. `names` resolves mentions: `user(id)`, `role(id)`, `channel(id)`. */
export function markdown(text, names) {
  const nodes = [];
  const fence = /```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/g;
  let last = 0;
  for (const match of text.matchAll(fence)) {
    nodes.push(...blocks(text.slice(last, match.index), names));
    nodes.push(h("pre", { tabindex: "0" }, h("code", {}, match[2])));
    last = match.index + match[0].length;
    if (text[last] === "\n") last += 1;
  }
  nodes.push(...blocks(text.slice(last), names));
  return nodes;
}

/** Returns nodes for the first line of a text, without what makes it a heading, a quote or small. */
export function preview(text, names) {
  const line = text.split("\n").find((line) => line.trim() !== "") ?? "";
  return inline(line.replace(/^(?:#{1,3}|-#|>|[-*]) +/, ""), names);
}

const headings = { "#": "h3", "##": "h4", "###": "h5" };

function blocks(text, names) {
  if (text === "") return [];
  const nodes = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length > 0) nodes.push(h("p", {}, lines(paragraph, names)));
    paragraph = [];
  };
  const all = text.split("\n");
  for (let i = 0; i < all.length; i += 1) {
    const line = all[i];
    const quote = line.match(/^>>> ([\s\S]*)/);
    if (quote) {
      flush();
      nodes.push(h("blockquote", {}, blocks([quote[1], ...all.slice(i + 1)].join("\n"), names)));
      return nodes;
    }
    if (/^> /.test(line)) {
      flush();
      const quoted = [];
      while (i < all.length && /^> /.test(all[i])) quoted.push(all[i++].slice(2));
      i -= 1;
      nodes.push(h("blockquote", {}, lines(quoted, names)));
      continue;
    }
    const heading = line.match(/^(#{1,3}) +(\S.*)$/);
    const small = line.match(/^-# +(\S.*)$/);
    const item = line.match(/^( *)(?:[-*]|(\d+)\.) +(\S.*)$/);
    if (heading) {
      flush();
      nodes.push(h(headings[heading[1]], {}, inline(heading[2], names)));
    } else if (small) {
      flush();
      nodes.push(h("p", { class: "subtext" }, inline(small[1], names)));
    } else if (item) {
      flush();
      const ordered = item[2] !== undefined;
      const items = [];
      const pattern = ordered ? /^ *\d+\. +(\S.*)$/ : /^ *[-*] +(\S.*)$/;
      for (; i < all.length && pattern.test(all[i]); i += 1) {
        items.push(h("li", {}, inline(all[i].match(pattern)[1], names)));
      }
      i -= 1;
      nodes.push(ordered ? h("ol", { start: item[2] }, items) : h("ul", {}, items));
    } else {
      paragraph.push(line);
    }
  }
  while (paragraph.length > 0 && paragraph.at(-1) === "") paragraph.pop();
  flush();
  return nodes;
}

function lines(list, names) {
  return list.flatMap((line, i) => (i === 0 ? inline(line, names) : [h("br"), ...inline(line, names)]));
}

// Each rule: the pattern at the beginning of the rest, and what becomes of it.
const rules = [
  [/^\\([^\w\s])/, ([, sign]) => document.createTextNode(sign)],
  [/^``([^]+?)``/, ([, code]) => h("code", {}, code)],
  [/^`([^`]+)`/, ([, code]) => h("code", {}, code)],
  [/^<@!?(\d+)>/, ([, id], names) => h("span", { class: "mention", "data-user": id }, `@${names.user(id)}`)],
  [/^<@&(\d+)>/, ([, id], names) => h("span", { class: "mention" }, `@${names.role(id)}`)],
  [/^<#(\d+)>/, ([, id], names) => h("a", { class: "mention", href: names.link?.(id) ?? "#" }, `#${names.channel(id)}`)],
  [/^<\/([^:>]+):\d+>/, ([, name]) => h("span", { class: "mention" }, `/${name}`)],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, ([, at, style]) => timestamp(Number(at), style)],
  [/^<a?:(\w+):\d+>/, ([, name]) => document.createTextNode(`:${name}:`)],
  [/^@(everyone|here)\b/, ([whole]) => h("span", { class: "mention" }, whole)],
  [/^\*\*\*([^]+?)\*\*\*/, ([, text], names) => h("strong", {}, h("em", {}, inline(text, names)))],
  [/^\*\*([^]+?)\*\*(?!\*)/, ([, text], names) => h("strong", {}, inline(text, names))],
  [/^__([^]+?)__(?!_)/, ([, text], names) => h("u", {}, inline(text, names))],
  [/^\*(?=\S)([^*]*[^*\s])\*(?!\*)/, ([, text], names) => h("em", {}, inline(text, names))],
  [/^~~([^]+?)~~/, ([, text], names) => h("s", {}, inline(text, names))],
  [/^\|\|([^]+?)\|\|/, ([, text], names) => spoiler(inline(text, names))],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/, ([, text, url], names) => link(url, inline(text, names))],
  [/^<(https?:\/\/[^\s>]+)>/, ([, url]) => link(url, url)],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"')\]]/, ([url]) => link(url, url)],
];

// Within a word, `_` means nothing.
const underscored = /^_(?=\S)([^_]*[^_\s])_(?!\w)/;

function inline(text, names) {
  const nodes = [];
  let plain = "";
  let rest = text;
  const flush = () => {
    if (plain !== "") nodes.push(document.createTextNode(plain));
    plain = "";
  };
  outer: while (rest !== "") {
    const special = /[\\`<@*_~|[h]/.exec(rest);
    if (special === null) {
      plain += rest;
      break;
    }
    plain += rest.slice(0, special.index);
    rest = rest.slice(special.index);
    for (const [pattern, make] of rules) {
      const match = pattern.exec(rest);
      if (match !== null) {
        flush();
        nodes.push(make(match, names));
        rest = rest.slice(match[0].length);
        continue outer;
      }
    }
    const italic = /\w$/.test(plain) ? null : underscored.exec(rest);
    if (italic !== null) {
      flush();
      nodes.push(h("em", {}, inline(italic[1], names)));
      rest = rest.slice(italic[0].length);
      continue;
    }
    plain += rest[0];
    rest = rest.slice(1);
  }
  flush();
  return nodes;
}

function link(url, text) {
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
}

function spoiler(nodes) {
  const show = (event) => {
    event.currentTarget.classList.add("shown");
    event.currentTarget.setAttribute("aria-label", event.currentTarget.textContent);
  };
  return h("button", { type: "button", class: "spoiler", "aria-label": "Spoiler", onclick: show }, nodes);
}

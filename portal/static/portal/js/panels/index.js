// @ts-check
import { button, el, setText } from "../dom.js";
import { ask } from "../windows.js";
import { chat } from "./chat.js";
import { gameOver, handOver } from "./ends.js";
import { help, menu, rules, seat } from "./texts.js";
import { scores } from "./scores.js";
import { settings } from "./settings.js";

/** @typedef {import("../table.js").TablePage} TablePage */

/** @param {TablePage} page @returns {Record<string, import("../windows.js").Panel>} */
export function panels(page) {
  return {
    chat: chat(page), scores: scores(page), rules: rules(page), help: help(page), settings: settings(page), menu: menu(page),
    seat: seat(page), "hand-over": handOver(page), "game-over": gameOver(page),
  };
}

/** The buttons top right, and those of test games beside one's own seat. @param {TablePage} page */
export function cluster(page) {
  const open = (/** @type {string} */ name) => () => page.windows.toggle(name, page.panels[name]);
  const made = {
    chat: button("Chat", open("chat")),
    scores: button("Scores", open("scores")),
    rules: button("Rules", open("rules"), "roomy"),
    settings: button("Settings", open("settings"), "roomy"),
    help: button("Help", open("help"), "roomy"),
    full: button("Full screen", () => fullScreen(page), "roomy"),
    menu: button("Menu", open("menu")),
    exit: button("Exit", () => page.exit(), "roomy"),
  };
  page.parts.cluster.append(...Object.values(made));
  page.windows.onChange = () => {
    for (const [name, node] of Object.entries(made)) if (name !== "exit" && name !== "full") node.setAttribute("aria-expanded", String(page.windows.name === name));
    if (page.windows.name === "chat") page.unread = 0;
    setText(made.chat, page.unread ? `Chat (${page.unread} new)` : "Chat");
  };
  page.onChat = page.windows.onChange;
  document.addEventListener("fullscreenchange", () => setText(made.full, document.fullscreenElement ? "Leave full screen" : "Full screen"));
  for (const [frame, text] of [["hint", "Hint"], ["undo", "Undo"]]) {
    const tool = button(text, () => page.send(frame));
    tool.dataset.frame = frame;
    tool.hidden = true;
    page.parts.tools.append(tool);
  }
}

/** Escape is kept for the page where the browser allows it, so that it cancels a selection first. @param {TablePage} page */
export async function fullScreen(page) {
  if (document.fullscreenElement) return document.exitFullscreen();
  try {
    await page.root.requestFullscreen();
    await /** @type {any} */ (navigator).keyboard?.lock?.(["Escape"]);
  } catch {
    page.say("This browser does not allow full screen here.", "bad");
  }
}

/** @param {TablePage} page */
export async function restart(page) {
  if (await ask(page.root, { title: "Start again?", text: "The very same cards are dealt again, and what was played is forgotten.", yes: "Restart", no: "Go on" })) page.send("restart");
}

/** A line of a list that leads somewhere. @param {string} href @param {string} text */
export function link(href, text) {
  return el("a", { href, class: "button", text });
}

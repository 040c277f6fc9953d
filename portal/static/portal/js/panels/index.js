// @ts-check
import { button, el, setText } from "../dom.js";

/** @typedef {import("../table.js").TablePage} TablePage */

/** Where each window's content is; loaded when it is first opened. @type {Record<string, () => Promise<(page: TablePage) => import("../windows.js").Panel>>} */
const PANELS = {
  chat: async () => (await import("./chat.js")).chat,
  scores: async () => (await import("./scores.js")).scores,
  settings: async () => (await import("./settings.js")).settings,
  rules: async () => (await import("./texts.js")).rules,
  help: async () => (await import("./texts.js")).help,
  menu: async () => (await import("./texts.js")).menu,
  seat: async () => (await import("./texts.js")).seat,
  "hand-over": async () => (await import("./ends.js")).handOver,
  "game-over": async () => (await import("./ends.js")).gameOver,
};

/** @param {TablePage} page @param {string} name @param {boolean} [quietly] opened by events, not by the player */
export async function openWindow(page, name, quietly = false) {
  page.wanted = name;
  try {
    const make = await PANELS[name]();
    if (page.wanted === name) page.windows.open(name, make(page), quietly);
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem; // what a browser throws when a module cannot be fetched
    page.say("That window could not be loaded. Please try again when the connection is back.", "bad");
  }
}

/** The buttons top right, and those of test games beside one's own seat. @param {TablePage} page */
export function cluster(page) {
  const open = (/** @type {string} */ name) => () => (page.windows.name === name ? page.windows.close() : openWindow(page, name));
  const made = {
    chat: button("Chat", open("chat")),
    scores: button("Scores", open("scores"), "of-hands"),
    rules: button("Rules", open("rules"), "roomy"),
    settings: button("Settings", open("settings"), "roomy"),
    help: button("Help", open("help"), "roomy"),
    full: button("Full screen", () => fullScreen(page), "roomy"),
    menu: button("Menu", open("menu")),
    exit: button("Exit", () => page.confirmed("exit"), "roomy"),
  };
  page.parts.cluster.append(...Object.values(made));
  page.windows.onChange = () => {
    for (const [name, node] of Object.entries(made)) if (name !== "exit" && name !== "full") node.setAttribute("aria-expanded", String(page.windows.name === name));
    if (page.windows.name === "chat") page.unread = 0;
    setText(made.chat, page.unread ? `Chat (${page.unread} new)` : "Chat");
  };
  page.onChat = page.windows.onChange;
  document.addEventListener("fullscreenchange", () => setText(made.full, document.fullscreenElement ? "Leave full screen" : "Full screen"));
  for (const [frame, text] of [["hint", "Hint"], ["undo", "Undo"], ["result", "Result"]]) {
    const tool = button(text, () => (frame === "result" ? openWindow(page, "game-over") : page.send(frame)));
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

/** A line of a list that leads somewhere. @param {string} href @param {string} text */
export function link(href, text) {
  return el("a", { href, class: "button", text });
}

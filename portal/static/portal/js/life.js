// @ts-check
/** Whether somebody is here, whether the server is, and whether this page is still the server's own. */
import { counted, el, setText } from "./dom.js";

const SIGN_OF_LIFE_MS = 60000; // one `here` a minute at most

/** @typedef {import("./table.js").TablePage} TablePage */

/** A touch or a key tells the server that somebody is here; the first one also allows sounds. @param {TablePage} page */
export function signsOfLife(page) {
  let last = performance.now();
  let silent = true;
  const alive = () => {
    if (performance.now() - last < SIGN_OF_LIFE_MS) return;
    last = performance.now();
    page.connection.send("here");
  };
  const first = async () => {
    if (!silent) return;
    silent = false;
    const { Sounds } = await import("./sounds.js");
    page.sounds = new Sounds(page.settings);
  };
  for (const event of ["pointerdown", "keydown"]) {
    addEventListener(event, alive, { passive: true });
    addEventListener(event, first, { once: true });
  }
}

/** @param {TablePage} page @param {"connected"|"connecting"|"waiting"|"ended"} state @param {string} message @param {number} seconds */
export function connectionState(page, state, message, seconds) {
  const { banner, status } = page.parts;
  const { doc } = page.store;
  const words = {
    connected: "",
    connecting: doc ? "Connecting again …" : "",
    waiting: `${message || "The connection is lost."} Trying again in ${counted(seconds, "second")}.${doc?.you ? " Your seat is kept." : ""}`,
    ended: message,
  }[state];
  if (page.wasLost && state === "connected") page.announcer.say("Connected again.");
  page.wasLost = state === "waiting" || (page.wasLost && state === "connecting");
  banner.hidden = !words;
  banner.textContent = words;
  if (!doc) setText(status, words ? "Not at the table." : "Coming to the table …");
  if (state === "ended") banner.append(" ", el("a", { href: "/", text: "Back to the lobby" }));
  for (const part of page.root.querySelectorAll(".felt, .below")) part.toggleAttribute("inert", state === "ended");
  page.root.dataset.connection = state;
  page.showStatus();
}

/** @param {TablePage} page @param {string} build */
export function newBuild(page, build) {
  page.staleBuild = build !== page.root.dataset.build && Boolean(page.root.dataset.build);
  reloadIfQuiet(page);
}

/** A page older than the server reloads itself when that disturbs nobody. @param {TablePage} page */
export function reloadIfQuiet(page) {
  if (!page.staleBuild || page.store.pending || page.shown?.you?.due) return;
  if (document.querySelector("dialog[open]") || page.root.querySelector("textarea, input:not([type=radio]):not([type=checkbox])")) return;
  page.staleBuild = false;
  location.reload();
}

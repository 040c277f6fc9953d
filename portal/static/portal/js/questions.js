// @ts-check
import { button, el } from "./dom.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/**
 * A question that must be answered before anything else. Escape answers no.
 * @param {HTMLElement} page
 * @param {{title: string, text: string, yes: string, no?: string, danger?: boolean}} words
 * @returns {Promise<boolean>}
 */
export function ask(page, { title, text, yes, no, danger }) {
  return new Promise((done) => {
    const answer = (/** @type {boolean} */ agreed) => {
      if (!dialog.isConnected) return;
      dialog.close();
      dialog.remove();
      done(agreed);
    };
    const dialog = el("dialog", { class: "question", "aria-labelledby": "question-title", on: { close: () => answer(false), cancel: () => answer(false) } },
      el("h2", { id: "question-title", text: title }),
      el("p", { text }),
      el("div", { class: "actions" }, button(yes, () => answer(true), danger ? "danger" : "primary"), ...(no ? [button(no, () => answer(false))] : [])));
    page.append(dialog);
    dialog.showModal();
  });
}

/** Leaves the table, with its exact cost first. @param {import("./table.js").TablePage} page */
export async function exit(page) {
  const doc = page.store.doc;
  if (!doc?.you || doc.table.status === "closed") return location.assign("/");
  const { leave } = doc.you;
  if (doc.table.status === "running" && !(await ask(page.root, { title: "Leave this game?", text: leave?.sentence || "Nothing is recorded for a test game. A computer plays on for you.", yes: "Leave", no: "Stay", danger: true }))) return;
  const answer = await page.connection.send("leave", { confirm: leave?.points ?? null });
  if (answer.ok) location.assign("/");
  else page.refused(answer);
}

/** @param {TablePage} page */
export async function restart(page) {
  if (await ask(page.root, { title: "Start again?", text: "What was played is forgotten. Cards that were dealt are dealt again, the very same ones.", yes: "Restart", no: "Go on" })) page.send("restart");
}

/** Somebody else wishes to take a move back. @param {TablePage} page */
export async function answerUndo(page) {
  const seat = page.store.doc?.undo_wish?.seat ?? 0;
  const agree = await ask(page.root, { title: "Take a move back?", text: `${page.name(seat)} asks to take a move back.`, yes: "Agree", no: "Refuse" });
  if (page.askedUndo) page.send("undo-answer", { agree });
}

/** Ten minutes without a sign of life: any answer is one. @param {TablePage} page */
export async function stillThere(page) {
  page.connection.send("seen", { what: "still-there" });
  page.sounds.play("turn");
  const seconds = Math.round((page.shown?.you?.still_there_ms ?? 0) / 1000);
  await ask(page.root, { title: "Still there?", text: `Nothing was heard from you for a long time. Without an answer within ${seconds} seconds you leave the game.`, yes: "I am here" });
  if (page.askedStill) page.send("here");
}

/** Taking a seat in a scored game may leave another one: that is asked first. @param {TablePage} page @param {number} [seat] */
export async function sit(page, seat) {
  const where = seat === undefined ? {} : { seat };
  const answer = await page.connection.send("sit", where);
  if (answer.ok) return;
  if (answer.code !== "other-game") return page.refused(answer);
  if (await ask(page.root, { title: "Leave your other game?", text: answer.message ?? "", yes: "Sit down here", no: "Stay there", danger: true })) page.send("sit", { ...where, confirm: true });
}

// @ts-check
import { addSheet, button, el } from "../portal/js/dom.js";

/**
 * Nim on the table page: the heaps, and a button for each move.
 * @typedef {import("../portal/js/contract.js").Doc} Doc
 * @param {import("../portal/js/contract.js").Root} root
 * @param {import("../portal/js/contract.js").Api} api
 * @returns {import("../portal/js/contract.js").GameClient}
 */
export function mount(root, api) {
  addSheet(new URL("client.css", import.meta.url).href);
  const heaps = el("ol", { class: "heaps", "aria-label": "Heaps" });
  const moves = el("div", { class: "moves", role: "group", "aria-label": "Your moves" });
  root.centre.replaceChildren(heaps, moves);
  return {
    update({ game }) {
      heaps.replaceChildren(...game.heaps.map((/** @type {number} */ held) => el("li", { text: "● ".repeat(held) || "–" })));
      moves.replaceChildren(...(game.legal?.acts ?? []).map((/** @type {string} */ act) => button(act, () => api.act(act))));
    },
    predict: (doc) => doc,
    statusLine: ({ you }) => (you?.due ? "Take counters from one heap." : ""),
    describeEvent: (previous, doc) => (String(previous.game?.heaps) === String(doc.game.heaps) ? [] : [`The heaps hold ${doc.game.heaps.join(", ")}.`]),
    facts: () => [],
    marks: () => [],
    score: () => ({ text: "", label: "" }),
    scores: () => null,
    note: () => "",
    hint: (act) => api.say(`Try: ${act}.`),
    escape: () => false,
    settled: () => Promise.resolve(),
    help: [["Buttons", "Each takes so many counters from that heap."]],
  };
}

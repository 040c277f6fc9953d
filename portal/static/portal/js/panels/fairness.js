// @ts-check
/** Fair shuffles, in the window of the rules: each hand's commitment before, its seed after, and whether they fit. */
import { keptDeal } from "../deals.js";
import { el } from "../dom.js";
import { commitment } from "../hashes.js";

/** @typedef {import("../contract.js").Doc} Doc */

const SHUFFLE = "Each shuffle is decided by a secret seed of the portal, fixed by its commitment before the deal, mixed with randomness from the players' browsers. The seed is shown once the hand is over, so that anybody can work the deal out again.";

/** @param {Doc} doc @returns {HTMLElement[]} */
export function fairShuffles({ dealing, fairness }) {
  const coming = dealing ? [shuffle(dealing, "to be dealt")] : [];
  return [el("p", { class: "tiny" }, SHUFFLE, " ", el("a", { href: "/fair-deals/", target: "_blank", text: "What that proves, and how to check a game" })), ...coming, ...(fairness ?? []).map((hand) => shuffle(hand, stateOf(hand))).reverse()];
}

/** @param {Doc["fairness"][0]} hand */
function stateOf(hand) {
  if (hand.dealt === false) return "never dealt";
  return hand.seed ? "over" : "being played";
}

/** @param {Doc["fairness"][0]} hand @param {string} state */
function shuffle(hand, state) {
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [el("dt", { text: name }), el("dd", {}, el("code", { class: "long", text: value }))];
  const nonces = Object.entries(hand.nonces ?? {}).flatMap(([seat, nonce]) => row(`From seat ${Number(seat) + 1}`, nonce));
  const found = el("ul", { class: "tiny" });
  if (hand.seed) compare(hand, hand.seed).then((lines) => found.append(...lines.map((text) => el("li", { text }))));
  return el("div", { class: "deal" }, el("h3", { text: hand.hand ? `Hand ${hand.hand}, ${state}` : `Seats by lot, ${hand.seed ? "drawn" : "to be drawn"}` }), found,
    el("dl", { class: "tiny" }, ...row("Commitment", hand.commitment), ...row("Context", hand.context), ...row("Seed", hand.seed ?? "still secret"), ...nonces));
}

/** @param {Doc["fairness"][0]} hand @param {string} seed @returns {Promise<string[]>} */
async function compare(hand, seed) {
  const kept = keptDeal(hand.context);
  const fits = (await commitment(seed)) === hand.commitment;
  const own = Object.values(hand.nonces ?? {}).includes(kept?.nonce ?? "");
  return [
    fits ? "The seed fits the commitment." : "The seed does not fit the commitment: this shuffle was not fair.",
    kept && (kept.commitment === hand.commitment ? "It is the commitment that this page saw before the deal." : "It is not the commitment that this page saw before the deal."),
    kept?.nonce && (own ? "The number of this browser is among those used." : "The number of this browser was left out."),
  ].filter((line) => typeof line === "string" && line !== "").map(String);
}

// @ts-check
import { el, keyed, setAttr, setText } from "../dom.js";

/**
 * Bids to choose from in the middle of the table: a toolbar with one tab stop, moved along by arrow keys.
 * @typedef {{act: string, text: string, label: string}} Bid
 */
export class Bids {
  /** @param {(act: string, by: "mouse"|"touch"|"key") => void} onPick */
  constructor(onPick) {
    this.title = el("p", { class: "bids-title" });
    this.choices = el("div", { class: "bids-choices", role: "toolbar", "aria-label": "Bids" });
    this.root = el("div", { class: "bids", hidden: true }, this.title, this.choices);
    this.pointer = "mouse";
    this.choices.addEventListener("pointerdown", (event) => (this.pointer = event.pointerType));
    this.choices.addEventListener("click", (event) => {
      const { act } = within(event.target);
      if (act) onPick(act, event.detail === 0 ? "key" : this.pointer === "mouse" ? "mouse" : "touch");
    });
    this.choices.addEventListener("keydown", (event) => this.key(event));
    this.choices.addEventListener("focusin", (event) => this.stop(within(event.target).act ?? ""));
  }

  /** @param {{title: string, bids: Bid[], raised: string}|null} now */
  update(now) {
    this.root.hidden = !now;
    if (!now) return;
    setText(this.title, now.title);
    keyed(this.choices, now.bids, (bid) => bid.act, (bid) => el("button", { type: "button", class: "bid", "data-act": bid.act, text: bid.text, "aria-label": bid.label }),
      (node, bid) => {
        node.classList.toggle("raised", bid.act === now.raised);
        setAttr(node, "aria-pressed", bid.act === now.raised ? "true" : null);
      });
    if (!this.choices.querySelector('[tabindex="0"]')) this.stop(now.bids[0]?.act ?? "");
  }

  /** The one that Tab comes to. @param {string} act */
  stop(act) {
    for (const bid of this.choices.children) setAttr(bid, "tabindex", within(bid).act === act ? "0" : "-1");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const bids = /** @type {HTMLElement[]} */ ([...this.choices.children]);
    const at = bids.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: bids.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    bids[Math.min(Math.max(to, 0), bids.length - 1)]?.focus();
  }
}

/** @param {EventTarget|null} target @returns {DOMStringMap} */
function within(target) {
  const button = target instanceof Element ? target.closest("button") : null;
  return button?.dataset ?? {};
}

// @ts-check
import { flyFrom, spotOf } from "./flight.js";

/** Dragging a card out of the hand with mouse, pen or finger. */

const START_PX = 9; // less than this is a tap

export class Drag {
  /** @param {HTMLElement} root @param {import("./hand.js").Wishes} wishes */
  constructor(root, wishes) {
    this.wishes = wishes;
    /** @type {{node: HTMLElement, x: number, y: number, on: boolean, id: number}|null} */
    this.held = null;
    this.dragged = false; // since the pointer last came down: the click that follows a drag is none
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.dragged = false;
    const node = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!node?.dataset.card || event.button !== 0) return;
    node.setPointerCapture(event.pointerId); // a quick pull leaves the card before the first move is told
    this.held = { node, x: event.clientX, y: event.clientY, on: false, id: event.pointerId };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (!held.on) {
      if (Math.hypot(dx, dy) < START_PX) return;
      if (this.wishes.refuse(held.node.dataset.card ?? "")) {
        this.held = null;
        return;
      }
      held.on = this.dragged = true;
      held.node.classList.add("dragged");
    }
    held.node.style.translate = `${dx}px ${dy}px`;
    this.wishes.target.classList.toggle("target", this.over(event));
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { held } = this;
    if (!held?.on) {
      this.held = null;
      return;
    }
    const dropped = this.over(event);
    const card = held.node.dataset.card ?? "";
    if (dropped) {
      this.held = null;
      this.wishes.drop(card); // the card is still where the hand let go of it, and flies on from there
      this.release(held.node, held.node.isConnected);
    } else this.cancel();
  }

  /** @param {PointerEvent} event */
  over(event) {
    const box = this.wishes.target.getBoundingClientRect();
    return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  }

  /** @returns {boolean} whether there was a drag */
  cancel() {
    const { held } = this;
    this.held = null;
    if (!held?.on) return false;
    this.release(held.node, true);
    return true;
  }

  /** @param {HTMLElement} node @param {boolean} glide */
  release(node, glide) {
    const from = spotOf(node);
    node.classList.remove("dragged");
    node.style.translate = "";
    this.wishes.target.classList.remove("target");
    if (glide) flyFrom(node, from);
  }
}

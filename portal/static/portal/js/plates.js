// @ts-check
import { el, setAttr, setText, svg, keyed } from "./dom.js";

/** Where seats sit, by number of seats, from one's own on clockwise: the left neighbour is on the left. */
const PLACES = {
  1: ["bottom"],
  2: ["bottom", "top"],
  3: ["bottom", "left", "right"],
  4: ["bottom", "left", "top", "right"],
  5: ["bottom", "left", "top-left", "top-right", "right"],
  6: ["bottom", "left", "top-left", "top", "top-right", "right"],
};

/** @param {number} seat @param {number} own @param {number} seats @returns {string} */
export function placeOf(seat, own, seats) {
  return (PLACES[/** @type {2} */ (seats)] ?? PLACES[6])[(seat - own + seats) % seats] ?? "top";
}

/** @param {number} seat @param {number} own @param {number} seats @returns {string} "on your left", or "" for a spectator */
export function whereabouts(seat, own, seats) {
  const place = placeOf(seat, own, seats);
  return { left: "on your left", right: "on your right", top: "opposite you" }[place] ?? "";
}

/** One seat's name, score, clock and connection; `extra` is the game's (fan, pile). */
export class Plate {
  /** @param {number} seat @param {(seat: number) => void} onOpen */
  constructor(seat, onOpen) {
    this.seat = seat;
    this.name = el("button", { type: "button", class: "plate-name", on: { click: () => onOpen(seat) } });
    this.tags = el("span", { class: "plate-tags" });
    this.score = el("span", { class: "plate-score number" });
    this.scoreWords = el("span", { class: "visually-hidden" });
    this.marks = el("ul", { class: "plate-marks" });
    this.state = el("p", { class: "plate-state" });
    this.figures = el("span", { class: "plate-figures number", "aria-hidden": "true" });
    this.reason = el("p", { class: "plate-reason" });
    this.ring = svg("rect", { pathLength: "100" });
    this.actions = el("div", { class: "plate-actions" });
    this.box = el("div", { class: "plate" },
      svg("svg", { class: "ring", "aria-hidden": "true" }, this.ring),
      el("div", { class: "plate-top" }, this.name, this.tags, this.figures),
      el("div", { class: "plate-line" }, this.score, this.scoreWords, this.marks),
      this.state, this.actions);
    this.extra = el("div", { class: "seat-extra" });
    this.root = el("section", { class: "seat", "data-seat": seat }, this.box, this.extra, this.reason);
  }

  /**
   * @param {import("./contract.js").SeatInfo} info
   * @param {{own: boolean, marks: string[], score: {text: string, label: string}, buttons: HTMLElement[], status: string}} more
   */
  update(info, more) {
    const { box } = this;
    setText(this.name, info.kind === "open" ? "Free seat" : info.name);
    setAttr(this.root, "aria-label", info.kind === "open" ? `Free seat ${info.seat + 1}` : info.name);
    box.classList.toggle("open", info.kind === "open");
    box.classList.toggle("due", info.due);
    box.classList.toggle("away", info.kind === "human" && !info.connected);
    const tags = [more.own && "you", info.kind === "computer" && "computer", info.guest && "guest", info.host && more.status === "open" && "host"];
    setText(this.tags, tags.filter(Boolean).join(" · "));
    setText(this.score, more.score.text);
    setText(this.scoreWords, more.score.label);
    setAttr(this.score, "aria-hidden", more.score.label ? "true" : null);
    keyed(this.marks, more.marks, (mark) => mark, (mark) => el("li", { text: mark }));
    this.marks.hidden = !more.marks.length;
    setText(this.state, stateWords(info, more.status));
    setText(this.reason, info.reason?.text ?? "");
    keyed(this.actions, more.buttons, (b) => b.textContent ?? "", (b) => b);
  }

  /** @param {import("./clocks.js").Reading|null} reading */
  clock(reading) {
    this.box.classList.toggle("timed", reading !== null);
    this.box.classList.toggle("last", reading?.last ?? false);
    setText(this.figures, reading ? reading.figures : "");
    if (reading) this.ring.style.strokeDashoffset = String(100 - 100 * reading.share);
  }
}

/** @param {import("./contract.js").SeatInfo} info @param {string} status @returns {string} */
function stateWords(info, status) {
  if (info.left) return "Left; a computer plays on";
  if (info.kind !== "human" || status === "closed") return "";
  if (!info.connected) return info.absent_ms && info.absent_ms >= 1000 ? `No connection (${Math.round(info.absent_ms / 1000)} s)` : "No connection";
  return "";
}

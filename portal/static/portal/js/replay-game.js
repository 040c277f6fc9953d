// @ts-check
/** A finished game as documents of the table's page: what changes at each step is laid over what was there before. */

/**
 * @typedef {import("./contract.js").Doc} Doc
 * @typedef {{text: string, note: string, all: Record<string, any>, more: Record<string, any[]>, seats: Record<string, any>[]}} Step
 * @typedef {{table: Record<string, any>, seats: {name: string, kind: "human"|"computer"}[], start: Step, steps: Step[], hands: number[]}} Whole
 */

export class ReplayGame {
  /** @param {Whole} whole what the server sends */
  constructor(whole) {
    this.whole = whole;
    this.steps = [whole.start, ...whole.steps];
    this.last = whole.steps.length;
    this.hands = whole.hands;
    /** @type {Record<string, any>[][]} views by step and seat */
    this.views = [];
    /** @type {Record<string, any>[]} */
    let views = whole.seats.map(() => ({}));
    for (const step of this.steps) {
      views = views.map((view, seat) => ({ ...view, ...step.all, ...grown(view, step.more), ...step.seats[seat] }));
      this.views.push(views);
    }
  }

  /** @param {number} step @returns {string} what happened, in words */
  words(step) {
    const { text, note } = this.steps[step];
    return [text, note].filter(Boolean).join(" ");
  }

  /** @param {number} step @returns {string[][]} every seat's cards; empty in games without */
  openHands(step) {
    return this.views[step].flatMap((view) => (Array.isArray(view.hand) ? [view.hand] : []));
  }

  /** @param {number} step @param {number} own @returns {Doc} */
  doc(step, own) {
    const { table, seats } = this.whole;
    const game = lying(this.views[step][own], this.views[step - 1]?.[own]);
    const over = step === this.last;
    return {
      table: { ...table, code: "", scored: true, status: over ? "over" : "running", ended: "", rules: [] },
      you: { seat: own, host: false, turn: step, due: false, ms_left: null, still_there_ms: null, leave: { points: null, sentence: "" }, can: [] },
      seats: seats.map(({ name, kind }, seat) => ({
        seat, kind, name, guest: false, level: table.level, connected: true, absent_ms: null, due: game.due.includes(seat),
        ms_left: null, left: false, host: false, reason: null, rematch: false,
      })),
      game, window: null, dealing: null, fairness: [], undo_wish: null, result: null, notices: [],
    };
  }
}

/** @param {Record<string, any>} view @param {Record<string, any[]>} more @returns {Record<string, any[]>} */
function grown(view, more) {
  return Object.fromEntries(Object.entries(more).map(([key, tail]) => [key, [...view[key], ...tail]]));
}

/**
 * A trick that was finished by this very step still lies open: it is taken with the next one.
 * @param {Record<string, any>} view @param {Record<string, any>|undefined} before
 */
function lying(view, before) {
  if (!Array.isArray(view.tricks) || view.tricks.length !== (before?.tricks?.length ?? 0) + 1) return view;
  const { leader, cards } = view.tricks.at(-1);
  return { ...view, phase: before?.phase, trick: { leader, cards }, tricks: before?.tricks, taken: before?.taken };
}

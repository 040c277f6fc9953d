// @ts-check
/** Countdowns. Only milliseconds left at the moment of receipt count; this machine's clock of the day is never used. */

const LAST_S = 10;
const FIGURES_S = 30;

/** @typedef {{left: number, share: number, figures: string, last: boolean}} Reading */

export class Clocks {
  /** @param {(seat: number, reading: Reading|null) => void} show @param {(seconds: number) => void} second own last seconds */
  constructor(show, second) {
    this.show = show;
    this.second = second;
    /** @type {Map<number, number>} seat → the moment (performance.now) at which its time is up */
    this.ends = new Map();
    this.total = 1;
    this.own = -1;
    this.heardSecond = 0;
    setInterval(() => this.tick(), 250);
  }

  /** @param {import("./contract.js").Doc} doc @param {number} receivedAt */
  update(doc, receivedAt) {
    this.total = (doc.table.move_time_s || 60) * 1000;
    this.own = doc.you?.seat ?? -1;
    const ends = new Map();
    for (const seat of doc.seats) if (seat.due && seat.ms_left !== null) ends.set(seat.seat, receivedAt + seat.ms_left);
    for (const seat of this.ends.keys()) if (!ends.has(seat)) this.show(seat, null);
    this.ends = ends;
    if (!ends.has(this.own)) this.heardSecond = 0;
    this.tick();
  }

  tick() {
    const now = performance.now();
    for (const [seat, end] of this.ends) {
      const left = Math.max(0, end - now);
      const seconds = Math.ceil(left / 1000);
      this.show(seat, { left, share: Math.min(1, left / this.total), figures: seconds <= FIGURES_S ? String(seconds) : "", last: seconds <= LAST_S });
      if (seat === this.own && seconds <= LAST_S && seconds > 0 && seconds !== this.heardSecond) {
        this.heardSecond = seconds;
        this.second(seconds);
      }
    }
  }
}

// @ts-check
/** Checks the deals of a game record in the browser, as docs/fair-deals.md says. Knows no page. */
import { bytesOf, commitment, hashes } from "./hashes.js";
import { joined } from "./sha256.js";

export { commitment, ownHashes, webHashes } from "./hashes.js";

const WORDS = 2 ** 32;
const SUITS = "CDHS";
const RANKS = "23456789TJQKA";

/**
 * @typedef {import("./hashes.js").Hashes} Hashes
 * @typedef {{hand: number, commitment: string, seed: string|null, nonces: Record<string, string>, context: string, dealt?: boolean, order?: number[]}} Entry
 * @typedef {"matches"|"seed-differs"|"order-differs"|"context-differs"|"not-dealt"|"not-revealed"|"missing"} Verdict
 * @typedef {{hand: number, verdict: Verdict, sentence: string}} Finding
 */

/** @type {Record<Verdict, string>} */
export const SENTENCES = {
  matches: "the deal matches: the seed fits its commitment and gives these very cards.",
  "seed-differs": "the commitment does not fit: it is not the SHA-256 of the revealed seed.",
  "order-differs": "the order does not fit: seed, nonces and context give other cards.",
  "context-differs": "the context does not fit: it names another hand, game or table than this one.",
  "not-dealt": "committed to, but the game ended before it was dealt; the seed fits its commitment.",
  "not-revealed": "the seed has not been revealed yet, so there is nothing to compare.",
  missing: "the record has no fairness entry for this hand.",
};

/** The sentences of the lot by which seats were drawn. @type {Record<Verdict, string>} */
export const OF_THE_LOT = {
  ...SENTENCES,
  matches: "the lot matches: the seed fits its commitment and gives these very seats.",
  "order-differs": "the order does not fit: seed, nonces and context give other seats.",
  "not-dealt": "committed to, but the game ended before it was drawn; the seed fits its commitment.",
};

/** Something is wrong with the record itself, said in one sentence. */
export class BadRecord extends Error {}

// --- The algorithm ---

/**
 * @template T
 * @param {T[]} items in their standard order @param {string} seed @param {Record<string, string>} nonces by seat
 * @param {string} context @param {Hashes} [how] @returns {Promise<T[]>}
 */
export async function order(items, seed, nonces, context, how = hashes()) {
  const words = stream(await keyOf("game-portal/order/1", seed, nonces, context, how), how);
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = await below(last + 1, words);
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}

/** Single numbers below `bound`: dice, colours. @param {number} bound @param {string} seed @param {Record<string, string>} nonces @param {string} context @param {number} count @param {Hashes} [how] */
export async function pick(bound, seed, nonces, context, count, how = hashes()) {
  const words = stream(await keyOf("game-portal/pick/1", seed, nonces, context, how), how);
  const drawn = [];
  while (drawn.length < count) drawn.push(await below(bound, words));
  return drawn;
}

/** @param {string} tag @param {string} seed @param {Record<string, string>} nonces @param {string} context @param {Hashes} how */
async function keyOf(tag, seed, nonces, context, how) {
  const text = new TextEncoder();
  const seats = Object.keys(nonces).map(Number).sort((a, b) => a - b);
  const fields = [text.encode(tag), bytesOf(seed), text.encode(context), ...seats.flatMap((seat) => [big(seat, 4), bytesOf(nonces[seat])])];
  return how.sha256(joined(...fields.flatMap((field) => [big(field.length, 4), field])));
}

/** @param {Uint8Array} key @param {Hashes} how @returns {AsyncGenerator<number, never>} */
async function* stream(key, how) {
  for (let block = 0; ; block++) {
    const view = new DataView((await how.hmac(key, big(block, 8))).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** @param {number} bound @param {AsyncGenerator<number, never>} words @returns {Promise<number>} */
async function below(bound, words) {
  const limit = WORDS - (WORDS % bound);
  for (;;) {
    const { value } = await words.next();
    if (value < limit) return value % bound;
  }
}

/** @param {number} value @param {number} size */
function big(value, size) {
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(size - 4, value);
  return new Uint8Array(view.buffer);
}

// --- A record ---

/** @param {string} text @returns {any} a record with something to check by; throws BadRecord */
export function readRecord(text) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    throw new BadRecord("This is not JSON that can be read. Give the whole file, as it was downloaded.");
  }
  if (record?.format !== "portal-record/1" || !Array.isArray(record.events)) throw new BadRecord('This is no game record: its "format" must be "portal-record/1".');
  if (!Array.isArray(record.fairness)) throw new BadRecord('The record has no "fairness" part, so its deals cannot be checked.');
  record.fairness.forEach(demandForm);
  const hands = record.fairness.map((/** @type {Entry} */ entry) => entry.hand);
  if (record.fairness.some((/** @type {any} */ { order }) => order !== undefined && !(Array.isArray(order) && order.every(Number.isInteger)))) throw new BadRecord('The "order" of a lot is a list of seats.');
  if (new Set(hands).size !== hands.length) throw new BadRecord('"fairness" has two entries for the same hand.');
  return record;
}

/** @param {any} entry */
function demandForm(entry) {
  const where = `The fairness entry of hand ${entry?.hand}`;
  const hex = (/** @type {any} */ value, /** @type {RegExp} */ form) => typeof value === "string" && form.test(value);
  if (!Number.isInteger(entry?.hand)) throw new BadRecord('Each entry of "fairness" needs the number of its "hand".');
  if (typeof entry.commitment !== "string" || typeof entry.context !== "string") throw new BadRecord(`${where} needs "commitment" and "context", both texts.`);
  if (entry.seed !== null && !hex(entry.seed, /^[0-9a-f]{64}$/)) throw new BadRecord(`${where} needs a "seed" of 64 hex digits, or null.`);
  const nonces = Object.entries(entry.nonces ?? { "": 0 });
  if (!nonces.every(([seat, nonce]) => /^\d+$/.test(seat) && hex(nonce, /^([0-9a-f]{2}){16,32}$/))) throw new BadRecord(`${where} needs "nonces": for each seat that gave one 16 to 32 bytes in hex digits.`);
}

/** @param {any} record of `readRecord` @param {Hashes} [how] @returns {Promise<Finding[]>} one for each hand; throws BadRecord */
export async function check(record, how = hashes()) {
  const entries = new Map(record.fairness.map((/** @type {Entry} */ entry) => [entry.hand, entry]));
  const deals = record.events.filter((/** @type {any} */ event) => event?.chance === "deal");
  const { ref, game } = record.table ?? {};
  const first = entries.get(0) ?? entries.get(1);
  const table = ref !== undefined && game !== undefined ? `${ref}/${game}` : (first?.context ?? "").replace(/\/?[^/]*$/, "");
  const lot = entries.get(0);
  /** @type {Finding[]} */
  const seats = lot ? [await ofTheLot(lot, record.seats, `${table}/0`, how)] : [];
  entries.delete(0);
  /** @type {Verdict[]} */
  const verdicts = [];
  for (const deal of deals) {
    const hand = verdicts.length + 1;
    verdicts.push(await verdictOf(entries.get(hand), deal, `${table}/${hand}`, how));
    entries.delete(hand);
  }
  const undealt = entries.get(deals.length + 1);
  if (undealt?.dealt === false) {
    verdicts.push(await ofUndealt(undealt, how));
    entries.delete(undealt.hand);
  }
  if (entries.size) throw new BadRecord(`"fairness" tells of hand ${Math.min(...entries.keys())}, but the record has ${deals.length} hands.`);
  return [...seats, ...verdicts.map((verdict, i) => ({ hand: i + 1, verdict, sentence: `Hand ${i + 1}: ${SENTENCES[verdict]}` }))];
}

/** @param {Entry} lot @param {number} seats @param {string} context @param {Hashes} how @returns {Promise<Finding>} */
async function ofTheLot(lot, seats, context, how) {
  const found = async () => {
    if (lot.dealt === false || lot.seed === null) return ofUndealt(lot, how);
    if ((await commitment(lot.seed, how)) !== lot.commitment) return "seed-differs";
    const drawn = await order([...Array(seats).keys()], lot.seed, lot.nonces, lot.context, how);
    if (drawn.join() !== (lot.order ?? []).join()) return "order-differs";
    return lot.context === context ? "matches" : "context-differs";
  };
  const verdict = /** @type {Verdict} */ (await found());
  return { hand: 0, verdict, sentence: `Seats: ${OF_THE_LOT[verdict]}` };
}

/** A shuffle that was committed to but never dealt. @param {Entry} entry @param {Hashes} how @returns {Promise<Verdict>} */
async function ofUndealt(entry, how) {
  if (entry.seed === null) return "not-revealed";
  return (await commitment(entry.seed, how)) === entry.commitment ? "not-dealt" : "seed-differs";
}

/** @param {Entry|undefined} entry @param {any} deal @param {string} context @param {Hashes} how @returns {Promise<Verdict>} */
async function verdictOf(entry, deal, context, how) {
  if (!entry) return "missing";
  if (entry.seed === null) return "not-revealed";
  if ((await commitment(entry.seed, how)) !== entry.commitment) return "seed-differs";
  const hands = handsOf(deal);
  const cards = await order(deckOf(hands), entry.seed, entry.nonces, entry.context, how);
  let at = 0;
  const same = hands.every((hand) => sorted(cards.slice(at, (at += hand.length))) === sorted(hand));
  if (!same) return "order-differs";
  return entry.context === context ? "matches" : "context-differs";
}

/** @param {any} deal @returns {string[][]} */
function handsOf(deal) {
  if (!Array.isArray(deal.hands) || !deal.hands.every((/** @type {any} */ hand) => typeof hand === "string")) throw new BadRecord('A deal needs its "hands": one text of cards a seat.');
  return deal.hands.map((/** @type {string} */ hand) => hand.split(" "));
}

/** The cards of a deal in their standard order: a rule set's deck is what was dealt of it. @param {string[][]} hands */
function deckOf(hands) {
  const place = (/** @type {string} */ card) => SUITS.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]);
  const cards = hands.flat();
  const wrong = cards.find((card, i) => !/^[2-9TJQKA][CDHS]$/.test(card) || cards.indexOf(card) !== i);
  if (wrong !== undefined) throw new BadRecord(`A deal holds each card once; "${wrong.slice(0, 20)}" does not fit.`);
  return cards.sort((a, b) => place(a) - place(b));
}

/** @param {string[]} cards */
function sorted(cards) {
  return [...cards].sort().join();
}

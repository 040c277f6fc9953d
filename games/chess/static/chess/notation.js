// @ts-check
/** Moves in words for a screen reader, and a whole game as PGN. */
import { kindName } from "./position.js";

const WIDEST = 80; // characters of a line of PGN

/** @param {string} san "Nxf3+" @returns {string} "knight takes f3, check" */
export function spokenMove(san) {
  const end = san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "";
  const plain = san.replace(/[+#]$/, "");
  if (plain.startsWith("O-O")) return `castles ${plain === "O-O" ? "on the king's side" : "on the queen's side"}${end}`;
  const found = /^([KQRBN])?([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?$/.exec(plain);
  if (!found) return san;
  const [, piece, from, takes, to, becomes] = found;
  return [kindName(piece ?? "p"), piece ? from : "", takes ? "takes" : from && piece ? "to" : "", to, becomes ? `and becomes a ${kindName(becomes)}` : ""].filter(Boolean).join(" ") + end;
}

/** Whose half-move comes first, and its number, from a start position. @param {string} fen */
function first(fen) {
  const [, side, , , , number] = fen.split(" ");
  return { black: side === "b", number: Number(number) || 1 };
}

/** Moves by number. @param {string[]} san @param {string} start @returns {{number: number, white: string, black: string}[]} */
export function numbered(san, start) {
  const { black, number } = first(start);
  const all = black ? ["…", ...san] : san;
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, i) => ({ number: number + i, white: all[2 * i], black: all[2 * i + 1] ?? "" }));
}

/**
 * @param {any} game the view
 * @param {{white: string, black: string, event: string, site: string, date: Date}} about
 * @returns {string}
 */
export function pgn(game, { white, black, event, site, date }) {
  const result = !game.result ? "*" : { null: "1/2-1/2", 0: "1-0", 1: "0-1" }[String(game.result.winner)];
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
  const own = game.options.start ? [["SetUp", "1"], ["FEN", game.options.start]] : [];
  const tags = [["Event", event], ["Site", site], ["Date", day], ["Round", "-"], ["White", white], ["Black", black], ["Result", result], ...own];
  const words = numbered(game.san, game.start).flatMap(({ number, white: one, black: two }) => (one === "…" ? [`${number}...`, two] : [`${number}.`, one, two])).filter(Boolean);
  return `${tags.map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, "\\$&")}"]`).join("\n")}\n\n${wrapped([...words, result])}\n`;
}

/** @param {(string|undefined)[]} words */
function wrapped(words) {
  const lines = [""];
  for (const word of words) {
    const last = lines.length - 1;
    if (lines[last].length + String(word).length >= WIDEST) lines.push(String(word));
    else lines[last] = `${lines[last]} ${word}`.trim();
  }
  return lines.join("\n");
}

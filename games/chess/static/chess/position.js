// @ts-check
/** A position as letters on squares. It knows how pieces are carried, not which moves are allowed. */

/** @typedef {Map<string, string>} Placement  square to letter, upper case for White */

export const FILES = "abcdefgh";
const PIECES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** @param {string} fen @returns {Placement} */
export function placementOf(fen) {
  const placed = new Map();
  fen.split(" ")[0].split("/").forEach((row, down) => {
    let file = 0;
    for (const sign of row) {
      if (/\d/.test(sign)) file += Number(sign);
      else placed.set(FILES[file++] + (8 - down), sign);
    }
  });
  return placed;
}

/** @param {Placement} placed @returns {string} the first part of a FEN */
function rows(placed) {
  const row = (/** @type {number} */ rank) => [...FILES].map((file) => placed.get(file + rank) ?? "1").join("").replace(/1+/g, (gap) => String(gap.length));
  return [8, 7, 6, 5, 4, 3, 2, 1].map(row).join("/");
}

/** The FEN after a legal move, as far as a board shows it. @param {string} fen @param {string} move UCI @returns {string} */
export function carried(fen, move) {
  const placed = placementOf(fen);
  const [from, to, becomes] = [move.slice(0, 2), move.slice(2, 4), move[4]];
  const piece = placed.get(from) ?? "";
  const pawn = piece.toLowerCase() === "p";
  if (pawn && from[0] !== to[0] && !placed.has(to)) placed.delete(to[0] + from[1]);
  if (piece.toLowerCase() === "k" && from[0] === "e" && "cg".includes(to[0])) {
    const [corner, beside] = to[0] === "g" ? ["h", "f"] : ["a", "d"];
    placed.set(beside + to[1], placed.get(corner + to[1]) ?? "");
    placed.delete(corner + to[1]);
  }
  placed.delete(from);
  placed.set(to, becomes ? (isWhite(piece) ? becomes.toUpperCase() : becomes) : piece);
  return [rows(placed), ...fen.split(" ").slice(1)].join(" ");
}

/** @param {string} letter */
export function isWhite(letter) {
  return letter === letter.toUpperCase();
}

/** @param {string} letter @returns {string} "white knight" */
export function pieceName(letter) {
  return `${isWhite(letter) ? "white" : "black"} ${kindName(letter)}`;
}

/** @param {string} letter @returns {string} "knight" */
export function kindName(letter) {
  return PIECES[/** @type {"p"} */ (letter.toLowerCase())];
}

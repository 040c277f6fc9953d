// @ts-check
import { el, list, svg } from "../dom.js";

/** The running scoreboard with the picture of the totals. @param {import("../table.js").TablePage} page @returns {import("../windows.js").Panel} */
export function scores(page) {
  return {
    title: "Scores",
    mount(body) {
      let shown = "";
      return (doc) => {
        const now = doc.game && page.client?.scores(doc);
        const key = JSON.stringify([now, doc.seats.map((/** @type {any} */ seat) => seat.name)]);
        if (key === shown) return;
        shown = key;
        if (!now) body.replaceChildren(el("p", { class: "empty", text: "No points yet: they stand here from the first hand on." }));
        else body.replaceChildren(table(page, doc, now), ...(now.hands.length ? [picture(doc, now)] : []));
      };
    },
  };
}

/** Whose points the columns are: one seat each, or the partners of a side. @param {import("../contract.js").Doc} doc @param {{sides?: number[][]}} now @returns {{name: string, own: boolean, seats: number[]}[]} */
export function scorers(doc, now) {
  return (now.sides ?? doc.seats.map((_, seat) => [seat])).map((seats) => ({ seats, name: list(seats.map((seat) => doc.seats[seat].name)), own: doc.you !== null && seats.includes(doc.you.seat) }));
}

/** @param {import("../table.js").TablePage} page @param {import("../contract.js").Doc} doc @param {import("../contract.js").Scores} now */
export function table(page, doc, now) {
  const row = (/** @type {string} */ head, /** @type {number[]} */ cells, kind = "") =>
    el("tr", { class: kind }, el("th", { scope: "row", text: head }), ...cells.map((cell) => el("td", { class: "number", text: String(cell) })));
  const notes = now.hands.flatMap((hand, i) => hand.notes.map((note) => `Hand ${i + 1}: ${page.client?.note(note, doc) ?? ""}`));
  return el("div", { class: "board-wrap" },
    el("table", { class: "score-table" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "Hand" }), ...scorers(doc, now).map(({ name }) => el("th", { scope: "col", class: "number", text: name })))),
      el("tbody", {},
        ...now.hands.map((hand, i) => row(String(i + 1), hand.points)),
        now.current && row("So\u00a0far", now.current, "running"),
        row("Total", now.totals, "totals"))),
    el("p", { class: "tiny quiet", text: now.lowWins ? "The lowest total wins." : "The highest total wins." }),
    ...notes.map((note) => el("p", { class: "tiny", text: note })));
}

const WIDE = 320;
const HIGH = 160;
const DASHES = ["", "7 4", "2 4", "12 4 2 4", "4 2", "9 6"];

/** Totals by hand, a line for each seat or side: told apart by dashes and names as well as by colour. @param {import("../contract.js").Doc} doc @param {import("../contract.js").Scores} now */
function picture(doc, now) {
  const who = scorers(doc, now);
  const series = who.map((_, i) => [0, ...now.hands.map((hand) => hand.totals[i])]);
  const most = Math.max(1, ...series.flat());
  const least = Math.min(0, ...series.flat());
  const x = (/** @type {number} */ hand) => 26 + ((WIDE - 100) * hand) / now.hands.length;
  const y = (/** @type {number} */ total) => HIGH - 18 - ((HIGH - 34) * (total - least)) / (most - least);
  const ends = series.map((line, i) => ({ i, y: y(line.at(-1) ?? 0) })).sort((a, b) => a.y - b.y);
  ends.forEach((end, at) => (end.y = at ? Math.max(end.y, ends[at - 1].y + 13) : end.y));
  const label = (/** @type {number} */ at) => [svg("line", { x1: 26, x2: WIDE - 74, y1: y(at), y2: y(at), class: "grid" }), svg("text", { x: 22, y: y(at) + 4, "text-anchor": "end", text: String(at) })];
  const lines = series.map((line, i) => svg("polyline", { points: line.map((total, hand) => `${x(hand)},${y(total)}`).join(" "), class: `line line-${i}`, "stroke-dasharray": DASHES[i] ?? "" }));
  const names = ends.map(({ i, y: at }) => svg("text", { x: WIDE - 70, y: at + 4, class: `name name-${i}`, text: short(who[i].name) }));
  const words = who.map(({ name }, i) => `${name} ${series[i].join(", ")}`).join("; ");
  return el("figure", { class: "score-picture" },
    svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `Totals by hand: ${words}` }, ...label(least), ...label(most), ...lines, ...names,
      svg("text", { x: x(now.hands.length), y: HIGH - 2, "text-anchor": "end", text: `hand ${now.hands.length}` })),
    el("figcaption", { class: "tiny quiet", text: "Totals by hand" }));
}

/** @param {string} name */
function short(name) {
  return name.length > 10 ? `${name.slice(0, 9)}…` : name;
}

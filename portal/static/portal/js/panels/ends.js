// @ts-check
import { button, el, list, setText } from "../dom.js";
import { link, openWindow } from "./index.js";
import { scorers } from "./scores.js";

/** @typedef {import("../table.js").TablePage} TablePage @typedef {import("../contract.js").Doc} Doc */

/** The window after each hand. @param {TablePage} page @returns {import("../windows.js").Panel} */
export function handOver(page) {
  return {
    title: "Hand over",
    mount(body) {
      let end = 0;
      let hand = 0;
      const words = el("p", { class: "end-words" });
      const points = el("div");
      const waiting = el("p", { class: "quiet", role: "status" });
      const go = button("Continue", () => page.send("continue", { hand }), "primary");
      go.dataset.first = "";
      body.append(words, points, el("div", { class: "actions" }, go, waiting));
      let people = "";
      const countdown = () => {
        const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
        setText(waiting, `${people}The next hand begins in ${left}\u00a0s at the latest.`);
        if (body.isConnected) setTimeout(countdown, 1000);
      };
      let counting = false;
      return (/** @type {Doc} */ doc) => {
        if (!doc.window) return;
        hand = doc.window.hand;
        end = page.store.receivedAt + doc.window.ms_left;
        const scores = page.client?.scores(doc);
        const last = scores?.hands.at(-1);
        setText(words, last?.notes.map((note) => page.client?.note(note, doc)).join(" ") || `Hand ${hand}`);
        if (last && scores) points.replaceChildren(handTable(scorers(doc, scores), last));
        const mine = doc.you && doc.window.waiting_for.includes(doc.you.seat);
        go.hidden = !mine;
        const others = doc.window.waiting_for.filter((seat) => seat !== doc.you?.seat).map((seat) => page.name(seat));
        people = others.length ? `Waiting for ${list(others)}. ` : "";
        if (!counting) countdown();
        counting = true;
      };
    },
  };
}

/** @param {ReturnType<typeof scorers>} who @param {{points: number[], totals: number[]}} hand */
function handTable(who, hand) {
  return el("table", { class: "score-table" },
    el("thead", {}, el("tr", {}, ...["Player", "This hand", "Total"].map((text, i) => el("th", { scope: "col", class: i ? "number" : "", text })))),
    el("tbody", {}, ...who.map(({ name, own }, i) => el("tr", { class: own ? "own" : "" },
      el("th", { scope: "row", text: name }), el("td", { class: "number", text: String(hand.points[i]) }), el("td", { class: "number", text: String(hand.totals[i]) })))));
}

/** The end of the game. @param {TablePage} page @returns {import("../windows.js").Panel} */
export function gameOver(page) {
  return {
    title: "Game over",
    mount(body) {
      const rematch = button("Rematch", () => page.send("rematch"), "primary");
      rematch.dataset.first = "";
      const wish = el("p", { class: "quiet", role: "status" });
      const shown = el("div");
      const links = el("div", { class: "actions" });
      body.append(shown, el("div", { class: "actions" }, rematch, wish), links);
      let key = "";
      return (/** @type {Doc} */ doc) => {
        const now = JSON.stringify([doc.result, doc.table.ended]);
        if (now !== key) {
          key = now;
          shown.replaceChildren(...outcome(page, doc));
          links.replaceChildren(...ways(page, doc));
        }
        const own = doc.you && doc.seats[doc.you.seat];
        rematch.hidden = !doc.you?.can.includes("rematch") || Boolean(own?.rematch);
        const wanting = doc.seats.filter((seat) => seat.rematch && seat.seat !== doc.you?.seat).map((seat) => seat.name);
        setText(wish, [wanting.length ? `${list(wanting)} ${wanting.length > 1 ? "want" : "wants"} a rematch.` : "", own?.rematch ? "You asked for a rematch; it begins once all who are here want it." : ""].join(" ").trim());
      };
    },
  };
}

const ORDINALS = ["", "1st", "2nd", "3rd", "4th", "5th", "6th"];

/** @param {TablePage} page @param {Doc} doc @returns {HTMLElement[]} */
function outcome(page, doc) {
  const { result, seats, table: head } = doc;
  const scores = doc.game ? page.client?.scores(doc) : null;
  const who = scorers(doc, scores ?? {});
  const said = [el("p", { class: "end-words", text: ownWords(doc, who) }), ...(head.ended ? [el("p", { class: "quiet", text: head.ended })] : [])];
  if (!result?.places) return said;
  const totals = scores && seats.map((_, i) => scores.totals[who.findIndex((one) => one.seats.includes(i))]);
  const order = seats.map((_, i) => i).sort((a, b) => result.places[a] - result.places[b]);
  const heads = ["Place", "Player", ...(totals ? ["Total"] : []), ...(head.scored ? ["Points"] : [])];
  const row = (/** @type {number} */ i) => el("tr", { class: i === doc.you?.seat ? "own" : "" },
    el("td", { text: ORDINALS[result.places[i]] ?? String(result.places[i]) }), el("th", { scope: "row", text: seats[i].name }),
    totals && el("td", { class: "number", text: String(totals[i]) }), head.scored && el("td", { class: "number", text: signed(result.points?.[i]) }));
  return [...said, el("table", { class: "score-table" }, el("thead", {}, el("tr", {}, ...heads.map((text, i) => el("th", { scope: "col", class: i > 1 ? "number" : "", text })))), el("tbody", {}, ...order.map(row))), ...(head.scored ? [el("p", { class: "tiny quiet", text: pointsRule(who.length) })] : [])];
}

/** What the places pay (spec: portal, Points). @param {number} sides @returns {string} */
function pointsRule(sides) {
  return sides === 2 ? "Winning is worth +1 portal point, a draw 0, losing −1." : "First place alone is worth +1 portal point, last place −1, everything else 0.";
}

/** @param {Doc} doc @param {ReturnType<typeof scorers>} who @returns {string} */
function ownWords({ result, you, seats }, who) {
  if (!result?.places) return "The game is over.";
  const first = who.filter((one) => result.places[one.seats[0]] === 1);
  if (who.length === 2 && first.length === 2) return "The game is a draw.";
  const own = you && result.places[you.seat] === 1;
  const others = list(first.flatMap((one) => one.seats).filter((seat) => !own || seat !== you.seat).map((seat) => seats[seat].name));
  if (own) return first.length > 1 ? `You share first place with ${others}.` : `You ${others ? `and ${others} ` : ""}won.`;
  const told = `${others} ${first.length > 1 ? "share first place" : "won"}.`;
  return you && who.length > 2 ? `${told} You came ${ORDINALS[result.places[you.seat]]}.` : told;
}

/** @param {number|null|undefined} points */
function signed(points) {
  if (points === null || points === undefined) return "–";
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** @param {TablePage} page @param {Doc} doc @returns {HTMLElement[]} */
function ways(page, { result }) {
  return [result?.game_page && link(result.game_page, "Replay"), result?.leaderboard && link(result.leaderboard, "Leaderboard"), button("Scores", () => openWindow(page, "scores"), "of-hands"), link("/", "Back to the lobby")].filter((way) => way instanceof HTMLElement);
}

// @ts-check
/** Moving things from where they were to where they are: the page is laid out first, then the difference is played. */

/** @typedef {{x: number, y: number, w: number}} Spot  centre and width on the screen */

const EASE = "cubic-bezier(.2, .7, .2, 1)";
export const FLIGHT_MS = 240;

/** @type {import("../settings.js").Settings|null} */
let settings = null;
/** @type {WeakMap<Element, Animation>} */
const running = new WeakMap();

/** @param {import("../settings.js").Settings} chosen */
export function useSettings(chosen) {
  settings = chosen;
}

/** @returns {boolean} */
export function moves() {
  return (settings?.moves ?? true) && document.visibilityState === "visible";
}

/** @param {HTMLElement} node @returns {Spot} */
export function spotOf(node) {
  const box = node.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, w: node.offsetWidth };
}

/** @type {Map<HTMLElement, {from: Spot, delay: number}>} flights that begin once the page stands as it will be */
const waiting = new Map();

/** Plays `node` from a spot to where it will lie when all that is under way now has been laid out. @param {HTMLElement} node @param {Spot} from @param {number} [delay] ms */
export function flyFrom(node, from, delay = 0) {
  if (!moves()) return;
  if (!waiting.size) queueMicrotask(takeOff);
  waiting.set(node, { from, delay });
}

/** All together: first every look at the page, then every change, so that it is laid out once and not for each card. */
function takeOff() {
  const flights = [...waiting];
  waiting.clear();
  for (const [node] of flights) running.get(node)?.cancel();
  const spots = flights.map(([node]) => spotOf(node));
  flights.forEach(([node, { from, delay }], i) => {
    const to = spots[i];
    const [dx, dy, scale] = [from.x - to.x, from.y - to.y, to.w && from.w ? from.w / to.w : 1];
    if (Math.abs(dx) + Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.01) return;
    running.set(node, node.animate([{ translate: `${dx}px ${dy}px`, scale }, { translate: "0px 0px", scale: 1 }],
      { duration: FLIGHT_MS, delay, easing: EASE, fill: "backwards" }));
  });
}

/**
 * Plays `node` from where it lies to another spot; it stays there until it is removed.
 * @param {HTMLElement} node @param {Spot} from @param {Spot} to @param {{delay?: number, ms?: number, scale?: number}} [how]
 * @returns {Promise<void>}
 */
export async function flyTo(node, from, to, { delay = 0, ms = FLIGHT_MS, scale } = {}) {
  if (!moves()) return;
  const size = scale ?? (from.w && to.w ? to.w / from.w : 1);
  const flight = node.animate([{ translate: "0px 0px", scale: 1, opacity: 1 }, { opacity: 1, offset: 0.8 }, { translate: `${to.x - from.x}px ${to.y - from.y}px`, scale: size, opacity: 0.2 }],
    { duration: ms, delay, easing: EASE, fill: "both" });
  running.set(node, flight);
  await flight.finished.catch(() => {}); // cancelled: the truth is shown already
}

/** Turns a card over onto its back. @param {HTMLElement} node @param {number} ms */
export async function turnOver(node, ms) {
  if (!moves()) return;
  const half = { duration: ms / 2, easing: "ease-in-out", fill: /** @type {"none"} */ ("none") };
  await node.animate([{ scale: "1 1" }, { scale: "0 1" }], half).finished.catch(() => {});
  node.classList.add("turned");
  await node.animate([{ scale: "0 1" }, { scale: "1 1" }], half).finished.catch(() => {});
}

/** A copy that flies over everything and is gone. @param {HTMLElement} node @param {Spot} from @param {Spot} to @param {number} [delay] */
export async function ghost(node, from, to, delay = 0) {
  if (!moves()) return;
  node.classList.add("ghost");
  node.style.left = `${from.x}px`;
  node.style.top = `${from.y}px`;
  node.style.setProperty("--w", `${from.w}px`);
  (document.fullscreenElement ?? document.body).append(node);
  await flyTo(node, from, to, { delay, ms: FLIGHT_MS * 1.5 });
  node.remove();
}

// @ts-check
/** Keeps the public board on the lobby page up to date: the socket says that it changed, the page fetches it. */

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

const box = /** @type {HTMLElement} */ (document.getElementById("public-board"));
let wait = FIRST_WAIT_MS;
let wasAway = false;

/** Puts the board as it is now in place; a link that had the focus keeps it. */
async function refresh() {
  const answer = await fetch(box.dataset.source ?? "", { headers: { Accept: "text/html" } });
  if (!answer.ok) return; // the next change brings another chance
  const focused = document.activeElement?.closest("#public-board a")?.getAttribute("href");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  box.replaceChildren(...fresh.body.childNodes);
  if (focused) [...box.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
}

function connect() {
  const address = new URL(box.dataset.socket ?? "", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.addEventListener("open", () => {
    if (wasAway) void refresh(); // something may have changed meanwhile
    wait = FIRST_WAIT_MS;
  });
  socket.addEventListener("message", () => void refresh());
  socket.addEventListener("close", () => {
    wasAway = true;
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  });
}

connect();

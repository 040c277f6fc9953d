// @ts-check
/** What this page saw and sent before each deal, so that it can be compared once the hand is over. */

/** @typedef {{commitment: string, nonce: string}} Kept  `nonce` "" where another page of this player was first */

/** @param {{commitment: string, context: string}} dealing @param {string} nonce */
export function keepDeal({ commitment, context }, nonce) {
  try {
    sessionStorage.setItem(`deal/${context}`, JSON.stringify({ commitment, nonce }));
  } catch {
    // Storage is switched off or full: then the window says nothing about it.
  }
}

/** @param {string} context @returns {Kept|null} */
export function keptDeal(context) {
  try {
    return JSON.parse(sessionStorage.getItem(`deal/${context}`) ?? "null");
  } catch {
    return null;
  }
}

// @ts-check
/** SHA-256 as the browser has it, and our own where it has none; what a seed is committed to by. */
import * as own from "./sha256.js";

/** @typedef {{sha256: (bytes: Uint8Array) => Promise<Uint8Array>, hmac: (key: Uint8Array, bytes: Uint8Array) => Promise<Uint8Array>}} Hashes */

/** @type {Hashes} */
export const ownHashes = { sha256: async (bytes) => own.sha256(bytes), hmac: async (key, bytes) => own.hmac(key, bytes) };

/** The browser's own WebCrypto; it is missing on plain http. @type {Hashes} */
export const webHashes = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes))),
  hmac: async (key, bytes) => {
    const made = await crypto.subtle.importKey("raw", /** @type {BufferSource} */ (key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", made, /** @type {BufferSource} */ (bytes)));
  },
};

/** @returns {Hashes} */
export function hashes() {
  return globalThis.crypto?.subtle ? webHashes : ownHashes;
}

/** @param {string} seed 64 hex digits @param {Hashes} [how] @returns {Promise<string>} */
export async function commitment(seed, how = hashes()) {
  return hexOf(await how.sha256(bytesOf(seed)));
}

/** @param {string} hex */
export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

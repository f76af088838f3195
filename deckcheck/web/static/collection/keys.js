// Which holding a field is about: a holding that is moved has another key from then on.

/** @typedef {import("./types.js").Key} Key */

/** @type {Map<string, Key>} */
const moved = new Map();

/**
 * Notes that a holding has another key now.
 * @param {Key} before
 * @param {Key} after
 */
export function hasMoved(before, after) {
  moved.delete(JSON.stringify(after));
  if (JSON.stringify(before) !== JSON.stringify(after)) moved.set(JSON.stringify(before), after);
}

/**
 * The key that a holding has now.
 * @param {Key} key
 * @returns {Key}
 */
export function keyNow(key) {
  let found = key;
  for (let next = moved.get(JSON.stringify(found)); next; next = moved.get(JSON.stringify(found))) found = next;
  return found;
}

// The face of the card that is chosen or pointed at, beside the list.
import { byId } from "../common.js";
import { editor } from "./state.js";

/** @type {Map<string, Promise<string>>} */
const faces = new Map();
let shown = "";

/** @param {string} card */
function read(card) {
  const address = `/faces/${encodeURIComponent(card)}?game=${editor.deck.game}`;
  const face = fetch(address).then((answer) => answer.ok ? answer.text() : "");
  faces.set(card, face);
  face.catch(() => faces.delete(card)); // the server may be back when it is pointed at again
  return face;
}

/**
 * Shows the face of a card; what was shown before stays until it is there.
 * @param {string} card
 */
export async function showFace(card) {
  shown = card;
  try {
    const text = await (faces.get(card) ?? read(card));
    if (shown !== card || !text) return;
    byId("card-face").replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.children);
  } catch {
    // without the server the list stays as it is
  }
}

/** @param {Event} event */
function pointed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const card = target.closest(".line")?.querySelector("a")?.dataset.card ?? target.closest("li")?.dataset.card;
  if (card && card !== shown) showFace(card);
}

for (const id of ["list", "found"]) {
  byId(id).addEventListener("focusin", pointed);
  byId(id).addEventListener("mouseover", pointed);
}

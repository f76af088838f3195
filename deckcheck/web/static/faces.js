// The faces of cards: read once each, and shown beside any list of links to cards.
import { make } from "./common.js";

/** @type {Map<string, Promise<string>>} */
const faces = new Map();

/** @param {string} address */
function read(address) {
  const face = fetch(address).then((answer) => answer.ok ? answer.text() : "");
  faces.set(address, face);
  face.catch(() => faces.delete(address)); // the server may be back when it is pointed at again
  return face;
}

/**
 * The face of a card as an element of its own; null where the server does not know it or is away.
 * @param {string} card
 * @param {string} game
 * @returns {Promise<Element | null>}
 */
export async function readFace(card, game) {
  const address = `/faces/${encodeURIComponent(card)}?game=${encodeURIComponent(game)}`;
  const text = await (faces.get(address) ?? read(address)).catch(() => "");
  return new DOMParser().parseFromString(text, "text/html").body.firstElementChild;
}

/** Shows the face of the card whose link is pointed at or focused, in a corner, where there is room. */
export function showBeside() {
  const place = make("aside", { id: "card-beside", "aria-hidden": "true", inert: "" });
  document.body.append(place);
  let shown = "";
  /** @param {Event} event */
  const pointed = async (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("main a[href^='/cards/']:not(.face a)");
    const address = link instanceof HTMLAnchorElement ? link.pathname + link.search : "";
    if (address === shown) return;
    shown = address;
    place.replaceChildren();
    if (!(link instanceof HTMLAnchorElement)) return;
    const card = decodeURIComponent(link.pathname.slice("/cards/".length));
    const face = await readFace(card, new URLSearchParams(link.search).get("game") ?? "");
    if (face && address === shown) place.replaceChildren(face);
  };
  document.addEventListener("pointerover", pointed);
  document.addEventListener("focusin", pointed);
}

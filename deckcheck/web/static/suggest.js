// Names of cards for what is being typed.
import { ask, byId, later } from "./common.js";

/**
 * Has a field offer the names of cards.
 * @param {HTMLInputElement | null} field
 * @param {string} game
 */
export function suggestNames(field, game) {
  field?.addEventListener("input", later(async () => {
    const asked = new URLSearchParams({ q: field.value, ...(game ? { game } : {}) });
    const found = await ask("GET", `/api/suggest?${asked}`).catch(() => null);
    const names = (found?.cards ?? []).map((/** @type {any} */ card) => new Option(card.name));
    byId("names").replaceChildren(...names);
  }, 120));
}

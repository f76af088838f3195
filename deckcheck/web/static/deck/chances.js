// Odds of a condition as it is typed, and sample hands.
import { ask, byId, later, make } from "../common.js";
import { body, whenShown } from "./state.js";
import { isOpen, whenOpened } from "./tabs.js";

const odds = later(async () => {
  if (!isOpen("odds") || !byId("condition").value.trim()) return;
  try {
    const asked = { condition: byId("condition").value, draws: Number(byId("draws").value) };
    const found = await ask("POST", "/api/deck/odds", { ...body(), ...asked });
    const chance = found.probability?.estimate ?? found.probability;
    byId("odds").textContent = typeof chance === "number" ? `${(100 * chance).toFixed(2)} %` : JSON.stringify(chance);
  } catch (error) {
    byId("odds").textContent = /** @type {Error} */ (error).message;
  }
}, 150);

async function deal() {
  try {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const found = await ask("POST", "/api/deck/hand", { ...body(), seed });
    const items = (/** @type {string[]} */ cards) => cards.map((card) => make("li", {}, card));
    byId("hand").replaceChildren(...items(found.hand));
    byId("next").replaceChildren(...items(found.next));
  } catch (error) {
    byId("hand").replaceChildren(make("li", {}, /** @type {Error} */ (error).message));
  }
}

byId("condition").addEventListener("input", odds);
byId("draws").addEventListener("input", odds);
whenOpened("odds", odds);
whenOpened("hand", deal);
byId("deal").addEventListener("click", deal);
whenShown(odds);

// The odds of the opening hand, beside the list.
import { _, ask, byId, decimal, later, make } from "../common.js";
import { body, editor, whenShown } from "./state.js";

/** The odds of the game's own question in the opening hand, when nothing was changed for a moment. */
const openingOdds = later(async () => {
  const { deck } = editor;
  if (!deck.entries.length) {
    byId("opening-odds").replaceChildren();
    return;
  }
  try {
    const { condition, probability } = await ask("POST", "/api/deck/condition", body());
    if (deck !== editor.deck) return;
    const shown = probability === null ? [] : [
      make("span", {}, _("Opening hand: "), make("code", {}, condition)), make("strong", {}, `${decimal(100 * probability, 1)} %`)];
    byId("opening-odds").replaceChildren(...shown);
  } catch {
    // the tab of odds says what is wrong
  }
}, 400);

whenShown(openingOdds);

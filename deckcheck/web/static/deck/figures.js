// The odds of the opening hand and of a setup, beside the list.
import { _, ask, byId, decimal, later, make } from "../common.js";
import { body, editor, whenShown } from "./state.js";

/**
 * The figure of a setup, with its standard error.
 * @param {{figure: string, estimate?: number, mean?: number, standard_error: number}} setup
 */
function told({ figure, estimate, mean, standard_error: error }) {
  const value = estimate === undefined ? decimal(mean ?? 0, 1) : `${decimal(100 * estimate, 0)} %`;
  const about = decimal(estimate === undefined ? error : 100 * error, 1);
  return [make("span", {}, _("Setup: {figure}", { figure })),
    make("strong", {}, value, make("span", { class: "small", title: _("one standard error") }, ` ± ${about}`))];
}

/** The odds of the game's own question in the opening hand, when nothing was changed for a moment. */
const openingOdds = later(async () => {
  const { deck } = editor;
  if (!deck.entries.length) {
    byId("opening-odds").replaceChildren();
    return;
  }
  try {
    const { condition, words, probability, setup } = await ask("POST", "/api/deck/condition", body());
    if (deck !== editor.deck) return;
    const opening = probability === null ? [] : [
      make("span", {}, ...words ? [words] : [_("Opening hand:"), " ", make("code", {}, condition)]), make("strong", {}, `${decimal(100 * probability, 1)} %`)];
    byId("opening-odds").replaceChildren(...opening, ...setup ? told(setup) : []);
  } catch {
    // the tab of odds says what is wrong
  }
}, 400);

whenShown(openingOdds);

// The best legal deck for an opening hand: looked for with one change more at a time, until no more gains anything.
import { _, ask, byId, counted, decimal } from "../common.js";
import { apply, body, editor, text, whenShown } from "./state.js";
import { whenOpened } from "./tabs.js";
import { changesOf, reject, showChanges } from "./verdict.js";

/** @typedef {import("./types.js").Tuned} Tuned */
/** @typedef {import("./types.js").Change} Change */

/** So many changes are looked at, and so many more where the last ones gained nothing. */
const MOST = 30, IDLE = 3;

/** The best decks by their number of changes, and the text that they change. */
let plans = /** @type {Tuned[]} */ ([]);
let changed = "", accepting = false;
let search = new AbortController();
const kept = { keep: /** @type {string[]} */ ([]), out: /** @type {string[]} */ ([]) };

async function find() {
  search.abort();
  search = new AbortController();
  const { signal } = search;
  const isLegal = editor.deck.report.verdict === "legal", same_size = isLegal && byId("tune-size").checked;
  const asked = { ...body(), owned: byId("tune-owned").checked, ...kept };
  plans = [];
  changed = text.value;
  showPlans();
  byId("tune-stop").disabled = false;
  said(_("looking…"));
  try {
    const first = isLegal ? 0 : (await ask("POST", "/api/deck/repair", asked, signal)).distance;
    said(await look({ ...asked, goal: byId("tune-goal").value, same_size }, first, signal));
  } catch (error) {
    if (!signal.aborted) said(/** @type {Error} */ (error).message, true);
  }
  if (signal === search.signal) byId("tune-stop").disabled = true;
}

/**
 * Looks with one change more at a time, from as many on as make an illegal deck legal.
 * @param {Record<string, unknown>} asked
 * @param {number | null} first
 * @param {AbortSignal} signal
 * @returns {Promise<string>} what came of it
 */
async function look(asked, first, signal) {
  let idle = 0, open = /** @type {string | null} */ (null);
  if (first === null) return _("no legal deck was found");
  for (let changes = first; changes <= MOST && idle <= IDLE; changes++) {
    if (changes > first) said(counted("{number} change…", "{number} changes…", changes));
    const found = /** @type {Tuned} */ (await ask("POST", "/api/deck/tune", { ...asked, changes }, signal));
    const { value } = found.after, best = plans.at(-1)?.after.value ?? -1;
    open = found.proof.open;
    if (value !== null && value > best + 1e-9) {
      plans.push(found);
      showPlans();
      idle = 0;
    } else idle++;
  }
  return plans.length ? _("More changes gain nothing.") : open ?? _("no legal deck was found");
}

function showPlans() {
  const slider = byId("tune-changes"), wasLast = Number(slider.value) >= plans.length - 2;
  byId("tune-found").hidden = !plans.length;
  slider.max = String(Math.max(0, plans.length - 1));
  if (wasLast) slider.value = slider.max;
  showPlan();
}

function showPlan() {
  const number = Number(byId("tune-changes").value), found = plans[number];
  if (!found) return;
  const odds = percent(found.after.value ?? 0), before = plans[number - 1]?.after.value ?? found.before.value;
  const words = [counted("{number} change: {odds}", "{number} changes: {odds}", found.changes ?? 0, { odds })];
  if (before !== null && found.after.value !== null && found.changes) words.push(_("{gain} points more than with fewer", { gain: decimal(100 * (found.after.value - before), 2) }));
  byId("tune-value").textContent = words.join(" · ");
  byId("tune-changes").setAttribute("aria-valuetext", words.join(" · "));
  byId("tune-proof").textContent = found.proof.optimal ? _("Proven: no legal deck with so many changes does better.") : found.proof.open ?? _("Not proven to be the best.");
  showChanges(byId("tune-plan"), changesOf(found), found.names, accept, (one) => {
    reject(kept, one);
    find();
  });
}

/** @param {number} share */
const percent = (share) => `${decimal(100 * share, 2)} %`;

/**
 * Makes changes of the plan that is shown; the others of it still lead to its deck.
 * @param {Change[]} changes
 */
async function accept(changes) {
  const found = plans[Number(byId("tune-changes").value)];
  search.abort();
  accepting = true;
  const made = await apply(changes);
  accepting = false;
  if (!made) return;
  const left = (/** @type {any[]} */ all) => all.filter((one) => !changes.some(({ name, zone }) => name === one.name && zone === one.zone));
  plans = [{ ...found, out: left(found.out), in: left(found.in), before: found.after }];
  changed = text.value;
  showPlans();
  if (!plans[0].out.length && !plans[0].in.length) said(_("All changes are made."));
}

/**
 * @param {string} words
 * @param {boolean} [bad]
 */
function said(words, bad = false) {
  byId("tune-said").textContent = words;
  byId("tune-said").classList.toggle("problem", bad);
}

byId("tune-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  kept.keep = [];
  kept.out = [];
  find();
});
byId("tune-goals").addEventListener("change", () => {
  byId("tune-goal").value = byId("tune-goals").value;
});
byId("tune-stop").addEventListener("click", () => {
  search.abort();
  byId("tune-stop").disabled = true;
  said(_("Stopped; more changes may gain more."));
});
byId("tune-changes").addEventListener("input", showPlan);
whenOpened("tune", () => {
  byId("tune-goal").value ||= byId("tune-goals").value;
});
whenShown(() => {
  if (!plans.length || accepting || text.value === changed) return;
  search.abort();
  plans = [];
  showPlans();
  said(_("The deck has changed; find again."));
});

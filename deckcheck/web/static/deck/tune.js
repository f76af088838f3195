// The best legal deck for an opening hand: looked for with one change more at a time, until no more gains anything.
import { _, ask, byId, counted, decimal } from "../common.js";
import { apply, body, editor, judgedDeck, whenShown } from "./state.js";
import { whenOpened } from "./tabs.js";
import { changesOf, reject, showChanges } from "./verdict.js";

/** @typedef {import("./types.js").Tuned} Tuned */
/** @typedef {import("./types.js").Change} Change */

/** So many changes are looked at, and so many more where the last ones gained nothing. */
const MOST = 40, IDLE = 3;

/** The beginning of a goal that decks are played for: with a few changes, then with twice as many. */
const FIGURE = "figure:", FEW = 2, MOST_PLAYED = 8;

/** So many cards that are not free are named. */
const MOST_WISHED = 10;

/** After so many milliseconds the page asks again how many games are played. */
const ASKED_EVERY = 500;

/** The best decks by their number of changes, and the deck that they change. */
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
  changed = judgedDeck();
  showPlans();
  byId("tune-stop").disabled = false;
  said(_("looking…"));
  try {
    said(await look({ ...asked, goal: byId("tune-goal").value, same_size }, signal));
  } catch (error) {
    if (!signal.aborted) said(/** @type {Error} */ (error).message, true);
  }
  if (signal === search.signal) byId("tune-stop").disabled = true;
}

/**
 * Looks with one change more at a time, from as many on as make an illegal deck legal.
 * @param {Record<string, unknown> & {goal: string}} asked
 * @param {AbortSignal} signal
 * @returns {Promise<string>} what came of it
 */
async function look(asked, signal) {
  const isPlayed = asked.goal.trim().startsWith(FIGURE), most = isPlayed ? MOST_PLAYED : MOST, patience = isPlayed ? 0 : IDLE;
  let idle = 0, looked = 0, open = /** @type {string | null} */ (null);
  for (let changes = isPlayed ? FEW : 0, nearest = /** @type {number | null} */ (0); nearest !== null && changes <= Math.max(most, nearest) && changes <= MOST && idle <= patience;) {
    if (changes) said(counted("{number} change…", "{number} changes…", changes));
    const found = /** @type {Tuned} */ (await (isPlayed ? play : tune)({ ...asked, changes }, signal));
    const { value } = found.after, best = plans.at(-1)?.after.value ?? -1;
    open = found.proof.open;
    nearest = found.nearest;
    looked = changes;
    changes = Math.max(isPlayed ? 2 * changes : changes + 1, nearest ?? 0);
    if (value !== null && value > best + 1e-9) {
      plans.push(found);
      showPlans();
      idle = 0;
    } else if (plans.length) idle++;
  }
  if (asked.owned && plans.length && !isPlayed) await wish({ ...asked, changes: looked }, signal);
  if (plans.length && !isPlayed && !plans.at(-1)?.after.value) return _("out of reach of all legal decks within so many changes");
  return plans.length ? _("More changes gain nothing.") : open ?? _("no legal deck was found");
}

/**
 * @param {Record<string, unknown>} asked
 * @param {AbortSignal} signal
 */
const tune = (asked, signal) => ask("POST", "/api/deck/tune", asked, signal);

/**
 * Says beside the last plan which cards that are not free would gain most.
 * @param {Record<string, unknown> & {changes: number}} asked
 * @param {AbortSignal} signal
 */
async function wish(asked, signal) {
  const last = /** @type {Tuned} */ (plans.at(-1));
  last.wished = wishes(await tune({ ...asked, wish: true }, signal), asked.changes);
  showPlan();
}

/**
 * The odds with cards that are not free, and which these are; empty where they would gain nothing.
 * @param {Tuned} found
 * @param {number} changes
 */
function wishes({ wish: wished, after, names }, changes) {
  const lacking = (wished?.in ?? []).map((one) => ({ ...one, copies: one.quantity - (one.free ?? 0) })).filter(({ copies }) => copies > 0);
  if (!wished || !lacking.length || wished.value <= (after.value ?? 0)) return "";
  const cards = lacking.slice(0, MOST_WISHED).map(({ name, copies }) => `${copies} ${names[name] ?? name}`).join(", ");
  const percent = `${decimal(100 * wished.value, 2)} %`;
  return counted("With {number} change and cards that you do not have free: {percent}: {cards}", "With up to {number} changes and cards that you do not have free: {percent}: {cards}", changes, { percent, cards });
}

/**
 * The same for a figure, and says meanwhile how many games are played.
 * @param {Record<string, unknown> & {changes: number}} asked
 * @param {AbortSignal} signal
 */
async function play(asked, signal) {
  const progress = Math.random().toString(36).slice(2);
  let isOver = false;
  const timer = setInterval(async () => {
    const { hands } = await ask("GET", `/api/deck/goldfish/${progress}`).catch(() => ({ hands: 0 }));
    if (hands && !isOver) said(counted("{number} change: played {games} games…", "{number} changes: played {games} games…", asked.changes, { games: decimal(hands) }));
  }, ASKED_EVERY);
  try {
    return await tune({ ...asked, progress }, signal);
  } finally {
    isOver = true;
    clearInterval(timer);
  }
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
  const odds = told(found), isShare = found.share ?? true, before = plans[number - 1]?.after.value ?? found.before.value;
  const words = [counted("{number} change: {odds}", "{number} changes: {odds}", found.changes ?? 0, { odds })];
  if (before !== null && found.after.value && found.changes && isShare) words.push(_("{gain} points more than with fewer", { gain: decimal(100 * (found.after.value - before), 2) }));
  byId("tune-value").textContent = words.join(" · ");
  byId("tune-changes").setAttribute("aria-valuetext", words.join(" · "));
  byId("tune-proof").textContent = found.proof.optimal ? _("Proven: no legal deck with so many changes does better.") : found.proof.open ?? _("Not proven to be the best.");
  byId("tune-wish").textContent = found.wished ?? "";
  showChanges(byId("tune-plan"), gaining(found), found.names, accept, (one) => {
    reject(kept, one);
    find();
  });
}

/**
 * The changes with what each gains, and how many other cards would do as well.
 * @param {Tuned} found
 * @returns {Change[]}
 */
function gaining(found) {
  return changesOf(found).map((one) => {
    const gain = found.gains.find(({ name, zone, change }) => name === one.name && zone === one.zone && change * one.copies > 0);
    if (!gain || gain.alone === null || gain.last === null) return one;
    const [alone, last] = [gain.alone, gain.last].map((share) => decimal(100 * share, 2));
    const others = gain.others ? [counted("{number} other card does as well", "{number} other cards do as well", gain.others)] : [];
    return { ...one, why: [_("{alone} points alone, {last} in the end", { alone, last }), ...others] };
  });
}

/**
 * The odds, or the figure with its standard error.
 * @param {Tuned} found
 */
function told({ after: { value, standard_error: error }, share }) {
  const by = share ?? true ? 100 : 1;
  return `${decimal(by * (value ?? 0), 2)}${by === 1 ? "" : " %"}${error === null ? "" : ` ± ${decimal(by * error, 2)}`}`;
}

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
  changed = judgedDeck();
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
byId("tune-goal").addEventListener("input", () => {
  byId("tune-goals").value = byId("tune-goal").value;
  if (!byId("tune-goals").value) byId("tune-goals").value = "";
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
  if (!plans.length || accepting || judgedDeck() === changed) return;
  search.abort();
  plans = [];
  showPlans();
  said(_("The deck has changed; find again."));
});

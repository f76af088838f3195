// The verdict with its problems, and the nearest legal deck.
import { _, ask, byId, counted, LANGUAGE, make, once } from "../common.js";
import { apply, body, editor, judgedDeck, whenShown, whenUnjudged } from "./state.js";

/** @typedef {import("./types.js").Change} Change */

/** How many plans were asked for: the last is shown. */
let asked = 0;

/** The names that a repair is to keep, and those that it is not to use. */
const kept = { keep: /** @type {string[]} */ ([]), out: /** @type {string[]} */ ([]) };

/** @param {string} on */
const dayOf = (on) => new Date(`${on}T12:00`).toLocaleDateString(LANGUAGE === "en" ? undefined : LANGUAGE, { dateStyle: "medium" });

function showVerdict() {
  const report = editor.deck.report;
  const format = byId("format").selectedOptions[0]?.textContent ?? "";
  byId("judged-words").textContent = [format, byId("on").value ? _("on {day}", { day: dayOf(byId("on").value) }) : _("today")].filter(Boolean).join(" · ");
  byId("print-head").textContent = [byId("name").value || _("Deck"), byId("judged-words").textContent, byId("verdict").textContent].join(" · ");
  byId("repair-box").hidden = report.verdict === "legal" || !editor.deck.entries.length;
  byId("repair-said").textContent = "";
  byId("plan").replaceChildren();
}

/**
 * Says that what stands there is not judged: no verdict of another text stays beside it.
 * @param {string} why
 */
function showUnjudged(why) {
  byId("verdict").textContent = `? ${_("not judged")}`;
  byId("verdict").className = "sign unproven";
  byId("badge").textContent = `? ${_("not judged")}`;
  byId("badge").className = "badge unproven";
  byId("meters").replaceChildren();
  byId("repair-box").hidden = true;
  byId("plan").replaceChildren();
  byId("problems").replaceChildren(make("li", { class: "warning" }, why));
}

async function repair() {
  byId("repair-said").textContent = _("looking…");
  byId("plan").replaceChildren();
  const number = ++asked, sent = judgedDeck();
  try {
    const found = await ask("POST", "/api/deck/repair", { ...body(), owned: byId("owned").checked, ...kept });
    if (number === asked && sent === judgedDeck()) showPlan(found);
  } catch (error) {
    if (number === asked) byId("repair-said").textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {any} found a repair as `deckcheck.repair/1` has it */
function showPlan(found) {
  byId("repair-said").textContent = planWords(found);
  showChanges(byId("plan"), changesOf(found), found.names, accept, (one) => {
    reject(kept, one);
    repair();
  });
}

/**
 * The changes of a plan: what leaves, then what comes.
 * @param {any} found
 * @returns {Change[]}
 */
export function changesOf(found) {
  const said = (/** @type {string[]} */ why = []) => why.map((code) => found.words[code]);
  const signed = (/** @type {any[]} */ changes, sign = 1) => changes.map((one) => ({ ...one, copies: sign * one.quantity, why: said(one.why) }));
  return [...signed(found.out, -1), ...signed(found.in)];
}

/**
 * Keeps a card in, or out, in the plans to come.
 * @param {typeof kept} lists
 * @param {Change} one a change that is not wanted
 */
export function reject(lists, one) {
  (one.copies > 0 ? lists.out : lists.keep).push(one.name);
}

/**
 * Shows the changes of a plan, to be made one by one or all at once.
 * @param {HTMLElement} place
 * @param {Change[]} all
 * @param {Record<string, string>} names of cards in the language of the page
 * @param {(changes: Change[]) => Promise<void>} yes
 * @param {(one: Change) => void} no
 */
export function showChanges(place, all, names, yes, no) {
  if (!all.length) return place.replaceChildren();
  const every = make("button", { type: "button", id: `${place.id}-apply` }, _("Make all changes"));
  every.addEventListener("click", () => once("all", () => yes(all)));
  return place.replaceChildren(make("li", {}, every), ...all.map((one) => planned(one, names[one.name], () => once(one.name, () => yes([one])), () => no(one))));
}

/** @param {any} found */
function planWords(found) {
  const lacking = (found.impossible ?? []).map((/** @type {any} */ one) => one.message);
  if (lacking.length) return _("there is none: {why}", { why: lacking.join("; ") });
  if (found.distance === null) return _("none was found within the time; that does not prove that there is none");
  const words = /** @type {Record<string, string>} */ ({ legal: _("legal"), illegal: _("illegal"), unproven: _("unproven") });
  const verdict = words[found.verdict_after];
  return found.proof.minimal
    ? counted("{number} change makes it {verdict}, and fewer cannot", "{number} changes make it {verdict}, and fewer cannot", found.distance, { verdict })
    : counted("{number} change makes it {verdict}", "{number} changes make it {verdict}", found.distance, { verdict });
}

/**
 * A change of the plan: made alone, or rejected, after which another plan is looked for.
 * @param {Change} one
 * @param {string} called the name in the language of the page, if it is another
 * @param {() => void} accepted
 * @param {() => void} rejected
 */
function planned(one, called, accepted, rejected) {
  const sign = one.copies > 0 ? `+${one.copies}` : `−${-one.copies}`;
  const name = called ? `${called} (${one.name})` : one.name;
  const yes = make("button", { type: "button", "aria-label": _("make the change of {name}", { name }) }, "✓");
  const no = make("button", { type: "button", "aria-label": _("no change of {name}", { name }) }, "✗");
  yes.addEventListener("click", accepted);
  no.addEventListener("click", rejected);
  return make("li", {}, yes, " ", no, ` ${sign} ${name} `, make("span", { class: "small" }, one.why.join(", ")));
}

/** @param {Change[]} changes */
async function accept(changes) {
  if (await apply(changes) && editor.deck.report.verdict !== "legal") repair();
}

// On a narrow window the verdict is a bar at the foot, which opens.
const box = byId("verdict-box");
byId("verdict-open").addEventListener("click", () => {
  const folded = !box.classList.toggle("unfolded");
  byId("verdict-open").setAttribute("aria-expanded", String(!folded));
  byId("verdict-open").textContent = folded ? _("Why") : _("Close");
});
byId("repair").addEventListener("click", () => {
  kept.keep = [];
  kept.out = [];
  repair();
});
byId("owned").addEventListener("change", repair);
whenShown(showVerdict);
whenUnjudged(showUnjudged);

// What an import is unsure of, asked about; equal rows are one question.
import { _, ask, byId, counted, later, make } from "../common.js";

/** @typedef {import("./types.js").Questions} Questions */
/** @typedef {import("./types.js").Answers} Answers */
/** @typedef {import("./types.js").CardQuestion} CardQuestion */

let shown = "";

/**
 * Shows the questions with the answers so far; those that are the same stay as they are.
 * @param {Questions} questions
 * @param {Answers} answers
 * @param {string} game
 * @param {() => void} changed
 */
export function showQuestions(questions, answers, game, changed) {
  const now = JSON.stringify(questions);
  if (now === shown) return;
  shown = now;
  const focused = document.activeElement?.id;
  const parts = [];
  if (questions.counts.length) parts.push(part(_("Copies that cannot be read"), counts(questions, answers, changed)));
  if (questions.sets.length) parts.push(part(_("Sets of an unknown name"), sets(questions, answers, changed)));
  if (questions.cards.length) {
    parts.push(part(_("Rows that may mean several cards"), questions.cards.map((one, place) => card(one, place, answers, game, changed))));
  }
  byId("questions").replaceChildren(...parts);
  if (focused) byId(focused)?.focus();
}

/** Forgets what is shown, for another file. */
export function forgetQuestions() {
  shown = "";
  byId("questions").replaceChildren();
}

/**
 * @param {string} title
 * @param {HTMLElement[]} lines
 */
function part(title, lines) {
  return make("section", { class: "panel" }, make("h2", {}, `${title} (${lines.length})`), ...lines);
}

/**
 * @param {string} text
 * @param {string} reason
 * @param {...(Node | string)} fields
 */
function question(text, reason, ...fields) {
  return make("fieldset", { class: "asked" },
    make("legend", {}, make("b", {}, text), " ", make("span", { class: "small" }, reason)),
    make("div", { class: "chips" }, ...fields));
}

/**
 * A choice of a question.
 * @param {string} name of the question
 * @param {string} value
 * @param {string} words
 * @param {boolean} checked
 */
function choice(name, value, words, checked) {
  const radio = /** @type {HTMLInputElement} */ (make("input", { type: "radio", name, value, id: `${name}-${value}` }));
  radio.checked = checked;
  return make("label", { class: "pick-one" }, radio, ` ${words}`);
}

/**
 * @param {Questions} questions
 * @param {Answers} answers
 * @param {() => void} changed
 */
function counts(questions, answers, changed) {
  return questions.counts.map((one) => {
    const field = /** @type {HTMLInputElement} */ (make("input", {
      type: "number", min: "0", max: "1000000", class: "count", id: `count-${one.row}`,
      "aria-label": _("copies of row {place}", { place: one.place }),
    }));
    field.value = String(answers.counts[one.row] ?? "");
    field.addEventListener("change", () => {
      if (field.value === "" || !field.validity.valid) delete answers.counts[one.row];
      else answers.counts[one.row] = Number(field.value);
      changed();
    });
    return question(counted("row {place}: {text}", "rows {place}: {text}", 1, { place: one.place, text: one.text }), one.reason, `${_("copies")} `, field);
  });
}

/**
 * @param {Questions} questions
 * @param {Answers} answers
 * @param {() => void} changed
 */
function sets(questions, answers, changed) {
  return questions.sets.map((one, place) => {
    const now = answers.sets[one.text] ?? "";
    const asked = question(one.text, counted("{number} row", "{number:,} rows", one.rows.length),
      ...one.suggestions.map(({ code, name }) => choice(`set-${place}`, code, `${name} (${code})`, now === code)),
      choice(`set-${place}`, "", _("none of these"), now === ""));
    asked.addEventListener("change", (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      if (value) answers.sets[one.text] = value;
      else delete answers.sets[one.text];
      changed();
    });
    return asked;
  });
}

/**
 * @param {CardQuestion} one
 * @param {number} place
 * @param {Answers} answers
 * @param {string} game
 * @param {() => void} changed
 */
function card(one, place, answers, game, changed) {
  const name = `card-${one.row}`;
  const now = answers.cards[one.row] ?? "";
  const labels = now && !one.candidates.includes(now) ? [now, ...one.candidates] : one.candidates;
  const list = make("datalist", { id: `others-${place}` });
  const search = /** @type {HTMLInputElement} */ (make("input", {
    type: "search", list: `others-${place}`, placeholder: _("another card"), id: `search-${one.row}`,
    "aria-label": _("search another card for {text}", { text: one.text }), autocomplete: "off", spellcheck: "false",
  }));
  const offer = later(async () => {
    const asked = new URLSearchParams({ q: search.value, game });
    const found = await ask("GET", `/api/collection/import/candidates?${asked}`).catch(() => null);
    list.replaceChildren(...(found?.candidates ?? []).map((/** @type {string} */ label) => new Option(label)));
  }, 150);
  search.addEventListener("input", () => {
    if ([...list.children].some((option) => /** @type {HTMLOptionElement} */ (option).value === search.value)) {
      const found = choice(name, search.value, search.value, true);
      search.before(found);
      search.value = "";
      found.firstElementChild?.dispatchEvent(new Event("change", { bubbles: true }));
    } else offer();
  });
  const rows = one.places.slice(0, 8).join(", ") + (one.places.length > 8 ? " …" : "");
  const asked = question(counted("row {place}: {text}", "rows {place}: {text}", one.places.length, { place: rows, text: one.text }), one.reason,
    ...labels.map((label) => choice(name, label, label, now === label)),
    choice(name, "", _("skip: not applied"), now === ""), search, list);
  asked.addEventListener("change", (event) => {
    const radio = /** @type {HTMLInputElement} */ (event.target);
    if (radio.type !== "radio") return;
    if (radio.value) answers.cards[one.row] = radio.value;
    else delete answers.cards[one.row];
    changed();
  });
  return asked;
}

// What an import is unsure of, asked about; equal rows are one question.
import { ask, byId, later, make } from "../common.js";

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
  if (questions.counts.length) parts.push(part("Copies that cannot be read", counts(questions, answers, changed)));
  if (questions.sets.length) parts.push(part("Sets of an unknown name", sets(questions, answers, changed)));
  if (questions.cards.length) {
    parts.push(part("Rows that may mean several cards", questions.cards.map((one, place) => card(one, place, answers, game, changed))));
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
  return make("section", {}, make("h2", {}, `${title} (${lines.length})`), make("ul", { class: "asked" }, ...lines));
}

/**
 * @param {string} text
 * @param {string} reason
 * @param {...(Node | string)} fields
 */
function question(text, reason, ...fields) {
  return make("li", {}, make("b", {}, text), " ", make("span", { class: "small" }, reason), make("span", { class: "answer" }, ...fields));
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
      "aria-label": `copies of row ${one.place}`,
    }));
    field.value = String(answers.counts[one.row] ?? "");
    field.addEventListener("change", () => {
      if (field.value === "" || !field.validity.valid) delete answers.counts[one.row];
      else answers.counts[one.row] = Number(field.value);
      changed();
    });
    return question(`row ${one.place}: ${one.text}`, one.reason, "copies ", field);
  });
}

/**
 * @param {Questions} questions
 * @param {Answers} answers
 * @param {() => void} changed
 */
function sets(questions, answers, changed) {
  return questions.sets.map((one, place) => {
    const options = one.suggestions.map(({ code, name }) => new Option(`${name} (${code})`, code));
    const select = /** @type {HTMLSelectElement} */ (make("select", { id: `set-${place}`, "aria-label": `set meant by ${one.text}` },
      new Option("none of these", ""), ...options));
    select.value = answers.sets[one.text] ?? "";
    select.addEventListener("change", () => {
      if (select.value) answers.sets[one.text] = select.value;
      else delete answers.sets[one.text];
      changed();
    });
    return question(one.text, one.rows.length === 1 ? "1 row" : `${one.rows.length} rows`, "is ", select);
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
  const chosen = answers.cards[one.row] ?? "";
  const labels = chosen && !one.candidates.includes(chosen) ? [chosen, ...one.candidates] : one.candidates;
  const select = /** @type {HTMLSelectElement} */ (make("select", { id: `card-${one.row}`, "aria-label": `card meant by ${one.text}` },
    new Option("skip: not applied", ""), ...labels.map((label) => new Option(label))));
  select.value = chosen;
  select.addEventListener("change", () => {
    if (select.value) answers.cards[one.row] = select.value;
    else delete answers.cards[one.row];
    changed();
  });
  const list = make("datalist", { id: `others-${place}` });
  const search = /** @type {HTMLInputElement} */ (make("input", {
    type: "search", list: `others-${place}`, placeholder: "another card", id: `search-${one.row}`,
    "aria-label": `search another card for ${one.text}`, autocomplete: "off", spellcheck: "false",
  }));
  const offer = later(async () => {
    const asked = new URLSearchParams({ q: search.value, game });
    const found = await ask("GET", `/api/collection/import/candidates?${asked}`).catch(() => null);
    list.replaceChildren(...(found?.candidates ?? []).map((/** @type {string} */ label) => new Option(label)));
  }, 150);
  search.addEventListener("input", () => {
    if ([...list.children].some((option) => /** @type {HTMLOptionElement} */ (option).value === search.value)) {
      select.add(new Option(search.value), 1);
      select.selectedIndex = 1;
      search.value = "";
      select.dispatchEvent(new Event("change"));
    } else offer();
  });
  const rows = one.places.length === 1 ? `row ${one.places[0]}` : `rows ${one.places.slice(0, 8).join(", ")}${one.places.length > 8 ? " …" : ""}`;
  return question(`${rows}: ${one.text}`, one.reason, select, search, list);
}

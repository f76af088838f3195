// The deck editor. The text is the deck: whatever is clicked changes the text, and the server says
// what the text is. So undo is the text before, and nothing can be in two states.
import { ask, byId, isTyped, later, make, openRead, readFile, say, takeRead } from "./common.js";

/** @typedef {{text: string, name: string}} Snapshot */

const start = JSON.parse(byId("document").textContent);
/** @type {any} */
let deck = start.deck;
/** @type {string} */
let state = start.state;
let savedText = deck.text;
/** @type {Snapshot[]} */
const before = [];
/** @type {Snapshot[]} */
const after = [];
let chosen = 0;
let asked = 0;

const text = byId("text");
const name = byId("name");

/** The deck as the server takes it. */
function body() {
  return {
    text: text.value, name: name.value, game: deck.game,
    format: byId("format").value || null, on: byId("on").value || null,
  };
}

/** Notes the text as it was, so that it can be gone back to. */
function remember() {
  const last = before.at(-1);
  if (last?.text !== deck.text) before.push({ text: deck.text, name: name.value });
  after.length = 0;
}

/** @param {any} found */
function show(found) {
  deck = found;
  if (text.value !== found.text) text.value = found.text;
  showList();
  showVerdict();
  showFigures();
  byId("undo").disabled = before.length === 0;
  byId("redo").disabled = after.length === 0;
}

/** Has the text judged; of several answers only the newest is shown. */
async function check() {
  const number = ++asked;
  try {
    const found = await ask("POST", "/api/deck/check", body());
    if (number === asked) show(found);
    odds();
  } catch (error) {
    if (number === asked) say(/** @type {Error} */ (error).message, true);
  }
}

/** @param {string} card @param {number} copies @param {string | null} [zone] */
async function change(card, copies, zone = null) {
  const number = ++asked;
  try {
    const found = await ask("POST", "/api/deck/edit", { ...body(), card, copies, zone });
    if (number !== asked) return;
    remember();
    show(found);
    say("");
    odds();
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

/** The names of the cards that a problem is about. */
function marked() {
  const names = deck.report.issues.filter((/** @type {any} */ one) => one.severity === "error")
    .flatMap((/** @type {any} */ one) => one.cards.map((/** @type {any} */ card) => card.name));
  return new Set(names);
}

function showList() {
  const groups = new Map();
  for (const entry of deck.entries) {
    const main = entry.zone === deck.zones[0];
    const key = main ? entry.type ?? "Unknown" : entry.zone;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(entry);
  }
  const wrong = marked();
  const sections = [...groups].map(([key, entries]) => {
    const count = entries.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.quantity, 0);
    const lines = entries.map((/** @type {any} */ entry) => line(entry, wrong));
    return make("div", { class: "group" }, make("h2", {}, key, make("span", {}, String(count))), ...lines);
  });
  const unread = deck.unread.map((/** @type {any} */ one) =>
    make("p", { class: "problem" }, `line ${one.line} cannot be read: ${one.text}: ${one.reason}`));
  const empty = make("p", {}, "Type a card's name on the left, paste a list into the text, or open a deck file.");
  byId("list").replaceChildren(...(sections.length || unread.length ? [...unread, ...sections] : [empty]));
  choose(chosen, false);
}

/** @param {any} entry @param {Set<string>} wrong */
function line(entry, wrong) {
  const unknown = entry.card === null;
  const kind = `line${wrong.has(entry.name) ? " marked" : ""}${unknown ? " unknown" : ""}`;
  const fewer = make("button", { type: "button", class: "step", "aria-label": `one ${entry.name} fewer` }, "−");
  const more = make("button", { type: "button", class: "step", "aria-label": `one ${entry.name} more` }, "+");
  fewer.addEventListener("click", () => change(entry.card ?? entry.name, -1, entry.zone));
  more.addEventListener("click", () => change(entry.card ?? entry.name, 1, entry.zone));
  const owned = unknown ? "" : `${entry.owned} owned · ${entry.free} free${entry.missing ? ` · ${entry.missing} missing` : ""}`;
  const label = unknown ? entry.name : make("a", { href: `/cards/${encodeURIComponent(entry.card)}?game=${deck.game}`, tabindex: "-1" }, entry.name);
  const row = make("div", { class: kind, tabindex: "-1", "data-line": String(entry.line) },
    make("span", { class: "number" }, String(entry.quantity)), make("span", { class: "name" }, label),
    make("span", { class: "small" }, owned), fewer, more);
  const maybe = entry.candidates.length ? entry.candidates : entry.suggestions;
  if (!unknown || !maybe.length) return row;
  const picks = make("div", { class: "small" }, "did you mean ");
  for (const one of maybe.slice(0, 6)) {
    const button = make("button", { type: "button" }, one);
    button.addEventListener("click", () => replace(entry, one));
    picks.append(button, " ");
  }
  return make("div", {}, row, picks);
}

/** Puts a full name where an unknown or ambiguous one stands. @param {any} entry @param {string} card */
function replace(entry, card) {
  const lines = text.value.split("\n");
  const number = entry.line - 1;
  if (!lines[number]?.includes(entry.name)) return;
  remember();
  lines[number] = lines[number].replace(entry.name, () => card);
  text.value = lines.join("\n");
  check();
}

function showVerdict() {
  const signs = /** @type {Record<string, string>} */ ({ legal: "✓ legal", illegal: "✗ illegal", unproven: "? unproven" });
  const sign = byId("verdict");
  sign.textContent = `${signs[deck.report.verdict] ?? deck.report.verdict} · ${deck.report.counts.cards} cards`;
  sign.className = `sign ${deck.report.verdict}`;
  const problems = deck.report.issues.map((/** @type {any} */ one) => {
    const item = make("li", { class: one.severity }, one.message);
    if (one.advice) item.append(make("div", { class: "small" }, `→ ${one.advice}`));
    if (one.cite) item.append(make("div", { class: "small" }, one.cite));
    return item;
  });
  const notes = [...deck.report.notes, ...deck.report.not_checked.map((/** @type {string} */ one) => `not checked: ${one}`)];
  byId("repair-box").hidden = deck.report.verdict === "legal";
  byId("repair-said").textContent = "";
  byId("plan").replaceChildren();
  byId("problems").replaceChildren(...problems, ...notes.map((one) => make("li", { class: "info" }, one)));
}

/** The names that a repair is to keep, and those that it is not to use. */
const kept = { keep: /** @type {string[]} */ ([]), out: /** @type {string[]} */ ([]) };

async function repair() {
  byId("repair-said").textContent = "looking…";
  byId("plan").replaceChildren();
  const sent = text.value;
  try {
    const found = await ask("POST", "/api/deck/repair", { ...body(), owned: byId("owned").checked, ...kept });
    if (sent === text.value) showPlan(found);
  } catch (error) {
    byId("repair-said").textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {any} found */
function showPlan(found) {
  const all = [...found.out.map((/** @type {any} */ one) => ({ ...one, copies: -one.quantity })),
    ...found.in.map((/** @type {any} */ one) => ({ ...one, copies: one.quantity }))];
  const lacking = (found.impossible ?? []).map((/** @type {any} */ one) => one.message);
  byId("repair-said").textContent = lacking.length ? `there is none: ${lacking.join("; ")}`
    : `${found.distance} ${found.distance === 1 ? "change makes" : "changes make"} it ${found.verdict_after}${found.proof.minimal ? ", and fewer cannot" : ""}`;
  if (!all.length) return;
  const every = make("button", { type: "button", id: "apply" }, "Make all changes");
  every.addEventListener("click", () => apply(all));
  byId("plan").replaceChildren(make("li", {}, every), ...all.map((one) => planned(one)));
}

/** A change of the plan: made alone, or rejected, after which another plan is looked for. @param {any} one */
function planned(one) {
  const sign = one.copies > 0 ? `+${one.copies}` : `−${-one.copies}`;
  const yes = make("button", { type: "button", "aria-label": `make the change of ${one.name}` }, "✓");
  const no = make("button", { type: "button", "aria-label": `no change of ${one.name}` }, "✗");
  yes.addEventListener("click", () => apply([one]));
  no.addEventListener("click", () => {
    (one.copies > 0 ? kept.out : kept.keep).push(one.name);
    repair();
  });
  return make("li", {}, yes, " ", no, ` ${sign} ${one.name} `, make("span", { class: "small" }, one.why.join(", ")));
}

/** @param {any[]} changes */
async function apply(changes) {
  const number = ++asked;
  try {
    const sent = changes.map((one) => ({ card: one.name, copies: one.copies, zone: one.zone }));
    const found = await ask("POST", "/api/deck/apply", { ...body(), changes: sent });
    if (number !== asked) return;
    remember();
    show(found);
    odds();
    if (found.report.verdict !== "legal") repair();
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

function showFigures() {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const counts of Object.values(deck.figures.costs)) {
    for (const [cost, count] of Object.entries(/** @type {Record<string, number>} */ (counts))) {
      sums.set(cost, (sums.get(cost) ?? 0) + count);
    }
  }
  const costs = [...sums].sort(([one], [other]) => (Number(one) || 99) - (Number(other) || 99));
  const most = Math.max(1, ...costs.map(([, count]) => Number(count)));
  const rows = costs.flatMap(([cost, count]) => {
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", "0 0 100 10");
    picture.setAttribute("preserveAspectRatio", "none");
    picture.setAttribute("aria-hidden", "true");
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    bar.setAttribute("width", String(100 * Number(count) / most));
    bar.setAttribute("height", "10");
    picture.append(bar);
    return [make("span", { class: "number" }, String(cost)), picture, make("span", { class: "number" }, String(count))];
  });
  const curve = make("div", { class: "curve" }, ...rows);
  byId("figures").replaceChildren(...(rows.length ? [make("h2", {}, "Cards by cost"), curve] : []));
}

const odds = later(async () => {
  if (!byId("odds-box").open || !byId("condition").value.trim()) return;
  try {
    const found = await ask("POST", "/api/deck/odds", {
      ...body(), condition: byId("condition").value, draws: Number(byId("draws").value),
    });
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

/** Goes back or forth in the history. @param {Snapshot[]} from @param {Snapshot[]} to */
function step(from, to) {
  const found = from.pop();
  if (!found) return;
  to.push({ text: text.value, name: name.value });
  text.value = found.text;
  deck.text = found.text;
  check();
}

async function save() {
  try {
    const path = `/api/decks/${encodeURIComponent(name.value.trim())}`;
    const renamed = start.deck.name !== name.value.trim();
    const done = await ask("PUT", path, { ...body(), base: renamed ? null : state });
    start.deck.name = done.name;
    state = done.state;
    savedText = text.value;
    history.replaceState(null, "", `/deck/${encodeURIComponent(done.name)}?game=${deck.game}`);
    say(done.batch ? `saved (batch ${done.batch})` : "nothing has changed since it was saved");
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

/** @param {File} file */
async function open(file) {
  try {
    take(await readFile(file));
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

/** @param {any} found */
function take(found) {
  if (found.game !== deck.game) {
    openRead(found);
    return;
  }
  remember();
  text.value = found.text;
  if (!name.value) name.value = found.name.replace(/\.\w+$/, "");
  say([`read as ${found.read_as}`, ...found.losses].join("; "));
  check();
}

async function exported() {
  const to = byId("export").value;
  byId("export").value = "";
  if (!to) return;
  try {
    const done = await ask("POST", "/api/deck/export", { ...body(), to });
    const bytes = Uint8Array.from(atob(done.data), (one) => one.charCodeAt(0));
    const link = make("a", { download: `${name.value || "deck"}.${suffixes[to] ?? to}` });
    link.setAttribute("href", URL.createObjectURL(new Blob([bytes])));
    link.click();
    say([`written as ${done.format}`, ...done.losses].join("; "));
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}
/** @type {Record<string, string>} */
const suffixes = { text: "txt", "lackey-dek": "dek", "octgn-o8d": "o8d", csv: "csv", json: "json", xlsx: "xlsx" };

/** Chooses a line of the list. @param {number} number @param {boolean} [focus] */
function choose(number, focus = true) {
  const lines = /** @type {NodeListOf<HTMLElement>} */ (byId("list").querySelectorAll(".line"));
  if (!lines.length) return;
  chosen = Math.max(0, Math.min(number, lines.length - 1));
  if (focus || byId("list").contains(document.activeElement)) lines[chosen].focus();
}

// The search box: arrows choose, Enter adds, a number before the name is the count.
let found = /** @type {any[]} */ ([]);
let picked = 0;
const box = byId("search");

function wanted() {
  const [, count, rest] = box.value.match(/^\s*(?:(\d{1,2})\s*x?\s+)?(.*)$/);
  return { copies: Number(count ?? 1) || 1, words: rest.trim() };
}

const suggest = later(async () => {
  const { words } = wanted();
  const answer = words ? await ask("GET", `/api/suggest?game=${deck.game}&q=${encodeURIComponent(words)}`).catch((error) => ({ cards: [], problem: error.message })) : { cards: [] };
  if (words !== wanted().words) return;
  found = answer.cards;
  picked = 0;
  byId("search-problem").textContent = answer.problem ?? (words && !found.length ? "no card matches" : "");
  showFound();
}, 80);

function showFound() {
  const items = found.map((card, number) => {
    const item = make("li", { role: "option", id: `found-${number}`, "aria-selected": String(number === picked) },
      make("span", {}, card.name), make("span", { class: "small" }, [card.side, card.type, card.cost].filter((one) => one !== null).join(" ")),
      make("span", { class: "small" }, `${card.owned} own`));
    item.addEventListener("click", () => add(number));
    return item;
  });
  byId("found").replaceChildren(...items);
  box.setAttribute("aria-expanded", String(items.length > 0));
  if (items.length) box.setAttribute("aria-activedescendant", `found-${picked}`);
  else box.removeAttribute("aria-activedescendant");
}

/** @param {number} number */
function add(number) {
  const card = found[number];
  if (!card) return;
  change(card.name, wanted().copies);
  box.value = "";
  found = [];
  showFound();
}

box.addEventListener("input", suggest);
box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    picked = Math.max(0, Math.min(picked + step, found.length - 1));
    showFound();
  } else if (event.key === "Enter") {
    event.preventDefault();
    add(picked);
  } else if (event.key === "Escape") {
    box.value = "";
    found = [];
    showFound();
    choose(chosen);
  }
});

const typed = later(check, 120);
text.addEventListener("input", () => {
  remember();
  typed();
});
byId("format").addEventListener("change", check);
byId("on").addEventListener("change", check);
byId("condition").addEventListener("input", odds);
byId("draws").addEventListener("input", odds);
byId("odds-box").addEventListener("toggle", odds);
byId("hand-box").addEventListener("toggle", () => byId("hand-box").open && deal());
byId("deal").addEventListener("click", deal);
byId("repair").addEventListener("click", () => {
  kept.keep = [];
  kept.out = [];
  repair();
});
byId("owned").addEventListener("change", repair);
byId("undo").addEventListener("click", () => step(before, after));
byId("redo").addEventListener("click", () => step(after, before));
byId("save")?.addEventListener("click", save);
byId("export").addEventListener("change", exported);
byId("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(text.value).then(() => say("copied"), () => say("the browser does not let us copy; use the text", true));
});
byId("file").addEventListener("change", () => byId("file").files[0] && open(byId("file").files[0]));
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const file = event.dataTransfer?.files[0];
  if (file) open(file);
});
document.addEventListener("keydown", (event) => {
  if (isTyped(event)) return;
  const lines = byId("list").querySelectorAll(".line");
  if (event.key === "j") choose(chosen + 1);
  else if (event.key === "k") choose(chosen - 1);
  else if (event.key === "+" || event.key === "=") lines[chosen]?.querySelectorAll(".step")[1].click();
  else if (event.key === "-") lines[chosen]?.querySelectorAll(".step")[0].click();
  else if (event.key === "u") step(before, after);
  else if (event.key === "r") step(after, before);
  else if (event.key === "s") save();
  else if (event.key === "t") {
    event.preventDefault();
    byId("text-box").open = true;
    text.focus();
  }
});
window.addEventListener("beforeunload", (event) => {
  if (text.value !== savedText && text.value.trim() && !document.body.hasAttribute("data-read-only")) event.preventDefault();
});

show(deck);
const waiting = takeRead();
if (waiting) take(waiting);

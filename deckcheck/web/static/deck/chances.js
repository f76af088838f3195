// Odds of a condition as it is typed, sample hands, and what the deck does on the average.
import { _, ask, byId, counted, decimal, later, make } from "../common.js";
import { faceOf, fullName } from "./face.js";
import { body, editor, whenShown } from "./state.js";
import { isOpen, open, whenOpened } from "./tabs.js";

/** @typedef {{seed: number, rules: string, player: string, moves: string[], offered: string[], hand: string[], names: Record<string, string>, next: string[], steps: string[][], notes: string[]}} Hand */

const WORDS = /** @type {Record<string, string>} */ ({ keep: _("Keep"), mulligan: _("Mulligan"), draw: _("Draw a card"), turn: _("Next turn") });

/** The hand that is looked at: its seed, what was done with it, and the deck as it was then. */
let hand = /** @type {({seed: number, moves: string[]} & Record<string, unknown>) | null} */ (null);
let asked = 0, looked = 0;

/** On a phone pictures are drawn for its width. */
const narrow = matchMedia("(max-width: 40rem)");

const odds = later(async () => {
  if (!isOpen("odds")) return;
  const number = ++asked;
  const said = byId("odds");
  if (!editor.deck.entries.length || !byId("condition").value.trim()) {
    said.textContent = editor.deck.entries.length ? _("Type a condition, like cost<=2 >= 1.") : _("The deck is empty: there is nothing to draw.");
    return;
  }
  try {
    const wanted = { condition: byId("condition").value, draws: Number(byId("draws").value) || 0 };
    const found = await ask("POST", "/api/deck/odds", { ...body(), ...wanted });
    if (number !== asked) return;
    const chance = found.probability?.estimate ?? found.probability;
    said.textContent = typeof chance === "number" ? `${decimal(100 * chance, 2)} %` : JSON.stringify(chance);
    const { plot, curves } = await ask("POST", "/api/deck/odds/plot", { ...body(), ...wanted, narrow: narrow.matches });
    if (number !== asked) return;
    showPlot("odds", plot);
    showCurves(curves);
  } catch (error) {
    if (number === asked) said.textContent = /** @type {Error} */ (error).message;
  }
}, 150);

/**
 * @param {"odds" | "goldfish"} name
 * @param {string} address of a picture that needs no further request
 */
function showPlot(name, address) {
  byId(`${name}-plot`).src = address;
  byId(`${name}-picture`).href = address;
  byId(`${name}-figure`).hidden = false;
  byId(`${name}-png`).onclick = asPoints;
}

/**
 * The numbers behind the picture of the odds.
 * @param {Record<string, Record<string, number>>} curves
 */
function showCurves(curves) {
  const names = Object.keys(curves), seen = Object.keys(Object.values(curves)[0] ?? {});
  const heads = [_("cards seen"), ...names.map((name) => make("code", {}, name))].map((name) => make("th", { scope: "col" }, name));
  const rows = seen.map((cards) => make("tr", {}, make("th", { scope: "row" }, cards),
    ...names.map((name) => make("td", {}, `${decimal(100 * curves[name][cards], 2)} %`))));
  byId("odds-table").replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

/**
 * The picture beside a link as points, twice as fine.
 * @param {MouseEvent} event
 */
function asPoints(event) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const image = /** @type {HTMLImageElement} */ (link.closest("figure")?.querySelector("img"));
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  link.href = canvas.toDataURL();
}

function deal() {
  if (!editor.deck.entries.length) {
    byId("hand-said").textContent = _("The deck is empty: add cards, and a hand is dealt.");
    byId("hand").replaceChildren();
    return undefined;
  }
  return look({ ...body(), seed: Math.floor(Math.random() * 2 ** 32), moves: [] });
}

/** @param {{seed: number, moves: string[]} & Record<string, unknown>} wanted */
async function look(wanted) {
  const number = ++looked;
  try {
    const found = /** @type {Hand} */ (await ask("POST", "/api/deck/hand", wanted));
    if (number !== looked) return;
    hand = wanted;
    showHand(found);
  } catch (error) {
    byId("hand-said").textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {Hand} found */
function showHand(found) {
  byId("hand-said").textContent = [counted("{number} card in hand", "{number} cards in hand", found.hand.length),
    _("seed {seed}", found), _("rules {rules}", found), ...found.notes].join(" · ");
  const offered = found.offered.map((move) => {
    const button = make("button", { type: "button" }, WORDS[move] ?? move);
    button.addEventListener("click", () => hand && look({ ...hand, moves: [...hand.moves, move] }).then(() =>
      /** @type {HTMLElement | null} */ (byId("hand-moves").querySelector("button"))?.focus()));
    return button;
  });
  const back = make("button", { type: "button" }, _("Undo"));
  if (!found.moves.length) back.setAttribute("disabled", "");
  back.addEventListener("click", () => hand && look({ ...hand, moves: hand.moves.slice(0, -1) }));
  byId("hand-moves").replaceChildren(...offered, back);
  showFaces(found);
  const steps = found.steps.map((lines, number) => make("div", {},
    make("h2", {}, number ? WORDS[found.moves[number - 1]] ?? "" : _("Hand")), make("pre", {}, lines.join("\n"))));
  byId("hand").replaceChildren(...steps);
  const next = byId("next");
  next.replaceChildren(...found.next.map((card) => make("li", {}, card)));
  byId("next-box").hidden = !found.next.length;
}

/** @param {Hand} found */
async function showFaces({ hand: cards, names }) {
  const number = looked;
  const drawn = await Promise.all(cards.map((card) => faceOf(fullName(card, names))));
  if (number === looked) byId("hand-faces").replaceChildren(...drawn.flatMap((face) => face ? [make("li", {}, face)] : []));
}

/** The hands that are being played, if any: they are given up when others are asked for. */
let playing = new AbortController();
const done = /** @type {WeakSet<AbortSignal>} */ (new WeakSet());

/** After so many milliseconds the page asks again how many hands are played. */
const ASKED_EVERY = 500;

async function goldfish() {
  const said = byId("goldfish-said");
  playing.abort();
  playing = new AbortController();
  const { signal } = playing;
  if (!editor.deck.entries.length) {
    said.textContent = _("The deck is empty: there is nothing to play.");
    return;
  }
  const wanted = {
    hands: Number(byId("goldfish-hands").value), turns: 6,
    seed: Number(byId("goldfish-seed").value) || 0, policy: byId("goldfish-policy").value,
    narrow: narrow.matches, progress: Math.random().toString(36).slice(2),
  };
  said.textContent = _("playing {hands} hands…", { hands: decimal(wanted.hands) });
  byId("goldfish-stop").disabled = false;
  const timer = setInterval(() => showProgress(wanted, signal), ASKED_EVERY);
  signal.addEventListener("abort", () => clearInterval(timer));
  try {
    showGoldfish(await ask("POST", "/api/deck/goldfish", { ...body(), ...wanted }, signal));
  } catch (error) {
    if (!signal.aborted) said.textContent = /** @type {Error} */ (error).message;
  } finally {
    clearInterval(timer);
    done.add(signal);
    if (playing.signal === signal) byId("goldfish-stop").disabled = true;
  }
}

/**
 * Says how many hands are played so far, while they are.
 * @param {{hands: number, progress: string}} wanted
 * @param {AbortSignal} signal
 */
async function showProgress(wanted, signal) {
  const { hands } = await ask("GET", `/api/deck/goldfish/${wanted.progress}`).catch(() => ({ hands: 0 }));
  if (!hands || signal.aborted || done.has(signal)) return;
  byId("goldfish-said").textContent = _("played {hands} of {all} hands…", { hands: decimal(hands), all: decimal(wanted.hands) });
}

/** @param {any} found figures as `deckcheck.page-goldfish/1` has them */
function showGoldfish(found) {
  const { hands, rules, notes } = found.goldfish;
  byId("goldfish-said").textContent = [
    counted("{number} hand, played alone", "{number} hands, played alone", hands), _("rules {rules}", { rules }), _("± is one standard error"), ...notes].join(" · ");
  showPlot("goldfish", found.plot);
  byId("goldfish-text").textContent = found.text;
  byId("goldfish-more").disabled = hands >= mostHands();
}

function mostHands() {
  return Number(byId("goldfish-hands").options[byId("goldfish-hands").length - 1].value);
}

/** Plays the hands of the same seed further, up to the next number that can be chosen. */
function moreHands() {
  byId("goldfish-hands").selectedIndex += 1;
  return goldfish();
}

byId("condition").addEventListener("input", odds);
byId("draws").addEventListener("input", odds);
byId("deal").addEventListener("click", deal);
byId("test-hand").addEventListener("click", () => open("hand"));
byId("goldfish-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  goldfish();
});
byId("goldfish-more").addEventListener("click", moreHands);
byId("goldfish-stop").addEventListener("click", () => {
  playing.abort();
  byId("goldfish-said").textContent = _("stopped; no figures were made");
});
byId("goldfish-hands").addEventListener("change", () => {
  byId("goldfish-more").disabled = Number(byId("goldfish-hands").value) >= mostHands();
});
whenOpened("odds", async () => {
  if (!byId("condition").value && editor.deck.entries.length) {
    const found = await ask("POST", "/api/deck/condition", body()).catch(() => ({ condition: null }));
    const field = byId("condition");
    if (!field.value) {
      field.value = found.condition ?? "";
      if (document.activeElement === field) field.select(); // what is typed now takes its place
    }
  }
  odds();
});
whenOpened("hand", () => {
  if (!hand) deal();
});
whenShown(odds);

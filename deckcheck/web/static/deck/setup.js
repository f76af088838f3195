// A setup played by hand: seed and choices are all of it, so a choice is taken back by dropping it.
import { _, ask, byId, isTyped, make } from "../common.js";
import { startDragging } from "../drag.js";
import { faceOf, fullName } from "./face.js";
import { body, editor } from "./state.js";
import { whenOpened } from "./tabs.js";

/** @typedef {import("./types.js").SetupByHand} SetupByHand */

/** @typedef {{choices: (number | number[])[]} & Record<string, unknown>} Asked */

/** What is asked of the server at each step: the deck as it was when it was dealt, and the choices. */
let played = /** @type {Asked | null} */ (null);
let asked = 0;

function deal() {
  const seed = byId("setup-seed");
  const against = byId("setup-against").value;
  const saved = against.startsWith("saved:");
  return step({
    ...body(), seed: Number(seed.value) || 0, policy: byId("setup-policy").value, choices: [],
    against: saved ? "saved" : against, other: saved ? against.slice("saved:".length) : "",
  });
}

/** @param {Asked} wanted */
async function step(wanted) {
  const number = ++asked;
  try {
    const found = await ask("POST", "/api/deck/setup", wanted);
    if (number !== asked) return;
    played = wanted;
    showSetup(found);
  } catch (error) {
    if (number === asked) said(/** @type {Error} */ (error).message, true);
  }
}

/** @param {number | number[]} choice */
function choose(choice) {
  return played && step({ ...played, choices: [...played.choices, choice] });
}

function takeBack() {
  return played?.choices.length ? step({ ...played, choices: played.choices.slice(0, -1) }) : undefined;
}

/** @param {SetupByHand} found */
function showSetup(found) {
  const whose = Object.entries(found.decks).map(([player, deck]) => `${found.words[player]}: ${deck} (${found.words[found.policies[player]]})`);
  said([_("you play {player}", { player: found.words[found.player] }), ...whose, _("rules {rules}", found), ...found.notes].join(" · "));
  byId("setup-back").disabled = !found.choices.length;
  byId("setup-boards").replaceChildren(...Object.keys(found.boards).map((player) => board(found, player)));
  byId("setup-text").textContent = Object.values(found.boards).map((lines) => lines.join("\n")).join("\n\n");
  byId("setup-events").replaceChildren(...found.events.map((one) =>
    make("li", { class: one.player === found.player ? "mine" : "" }, `${found.words[one.player] ?? one.player}  ${one.text}`)));
  const events = byId("setup-events");
  events.scrollTop = events.scrollHeight;
  showOffer(found);
}

/**
 * The board of a player: each place with the faces of its cards. The hand is drawn where its moves are not.
 * @param {SetupByHand} found
 * @param {string} player
 */
function board(found, player) {
  const { places, hand } = found.laid[player];
  const shown = hand?.length && !(found.offer && player === found.player) ? [...places, { place: _("Hand"), cards: hand.map((name) => [name]) }] : places;
  return make("section", {}, make("h2", {}, found.boards[player][0]), ...shown.map(({ place, cards }) =>
    make("div", { class: "place", "data-place": place }, make("h3", { class: "small" }, place),
      make("ul", { class: "hand" }, ...cards.map((names) => laid(names, found.names))))));
}

/**
 * A card that lies on a board, with the names of those under it; its name until its face is there.
 * @param {string[]} cards
 * @param {Record<string, string>} names
 */
function laid([top, ...under], names) {
  const name = make("span", {}, top);
  const item = make("li", {}, name, ...under.map((one) => make("span", { class: "small" }, `+ ${one}`)));
  faceOf(fullName(top, names)).then((drawn) => drawn && name.replaceWith(drawn));
  return item;
}

/** @param {SetupByHand} found */
function showOffer(found) {
  const place = byId("setup-offer");
  const now = document.activeElement; // a card that was dragged or clicked leaves the focus nowhere
  const focused = place.contains(now) || now === byId("setup-deal") || now === document.body;
  if (!found.offer) place.replaceChildren(make("p", { class: "sign" }, _("the setup is over")));
  else if (found.offer.most === null) place.replaceChildren(make("p", {}, _("your move")), moves(found.offer, found.names));
  else place.replaceChildren(pick(found.offer, found.names));
  if (focused) (place.querySelector("button, input") ?? byId("setup-deal")).focus();
}

/**
 * The card of the deck that a choice names: of several the longest name; none for moves without a card.
 * @param {string} words
 * @param {Record<string, string>} names
 */
function cardOf(words, names) {
  const called = editor.deck.entries.map(({ name, card }) => ({ card, name: names[card ?? ""] ?? name }));
  const named = called.filter((one) => one.card !== null && words.includes(one.name));
  return named.sort((one, other) => other.name.length - one.name.length)[0]?.card ?? "";
}

/**
 * The moves, those of one card below its face: a click on it, or dropping it on the boards, makes the first;
 * dropping it on a place makes the one that puts it there.
 * @param {NonNullable<SetupByHand["offer"]>} offer
 * @param {Record<string, string>} names
 */
function moves({ choices, places }, names) {
  const items = /** @type {Map<string, HTMLElement>} */ (new Map());
  for (const [index, words] of choices.entries()) {
    const number = index + 1;
    const button = make("button", { type: "button", class: "choice", "data-number": String(number), "data-place": places[index] },
      make("kbd", { "aria-hidden": "true" }, String(number)), ` ${words}`);
    button.addEventListener("click", () => choose(number));
    const card = cardOf(words, names);
    const item = items.get(card) ?? make("li", card ? { class: "drags", "data-number": String(number) } : { class: "plain" });
    if (card && !items.has(card)) face(item, card);
    items.set(card, item);
    item.append(button);
  }
  return make("ul", { class: "hand choices" }, ...items.values());
}

/**
 * @param {HTMLElement} item
 * @param {string} card
 */
async function face(item, card) {
  const drawn = await faceOf(card);
  if (!drawn) return;
  item.prepend(drawn);
  drawn.addEventListener("click", () => choose(Number(item.dataset.number)));
}

/**
 * @param {NonNullable<SetupByHand["offer"]>} offer
 * @param {Record<string, string>} names
 */
function pick(offer, names) {
  const boxes = offer.choices.map((words, number) => {
    const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", value: String(number + 1) }));
    return { box, card: fullName(words, names), item: make("li", {}, make("label", {}, box, ` ${words}`)) };
  });
  const button = make("button", {}, offer.none ?? _("choose none"));
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ box }) => Number(box.value));
  const form = make("form", {}, make("p", {}, offer.question ?? ""),
    make("ul", { class: "hand choices" }, ...boxes.map(({ item }) => item)), button);
  form.addEventListener("change", () => {
    const picked = chosen();
    button.textContent = picked.length ? _("choose {number}", { number: picked.length }) : offer.none ?? _("choose none");
    for (const { box } of boxes) box.disabled = !box.checked && picked.length >= (offer.most ?? boxes.length);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose(chosen());
  });
  for (const { item, card } of boxes) {
    faceOf(card).then((drawn) => drawn && item.querySelector("label")?.prepend(drawn));
  }
  return form;
}

/**
 * @param {string} words
 * @param {boolean} [bad]
 */
function said(words, bad = false) {
  byId("setup-said").textContent = words;
  byId("setup-said").classList.toggle("problem", bad);
}

/** The saved decks of the game, as opponents. */
async function opponents() {
  const { decks } = await ask("GET", `/api/decks?game=${editor.deck.game}`);
  const options = decks.map((/** @type {{name: string}} */ one) =>
    make("option", { value: `saved:${one.name}` }, _("my deck {name}", one)));
  byId("setup-decks").replaceChildren(...options);
}

whenOpened("setup", () => {
  opponents().catch((error) => said(error.message, true));
  if (!played) byId("setup-deal").focus();
});
byId("setup-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  deal();
});
byId("setup-new").addEventListener("click", () => {
  byId("setup-seed").value = String(Math.floor(Math.random() * 2 ** 32));
  deal();
});
byId("setup-back").addEventListener("click", takeBack);
startDragging(byId("panel-setup"), "#setup-offer .drags",
  (_item, under) => under.closest(".place") ?? under.closest("#setup-boards"), (item, place) => {
    const moves = /** @type {HTMLElement[]} */ ([...item.querySelectorAll(".choice")]);
    const there = moves.find((one) => place.dataset.place && one.dataset.place === place.dataset.place);
    choose(Number((there ?? item).dataset.number));
  });
byId("panel-setup").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  if (isTyped(event) && /** @type {HTMLInputElement} */ (event.target).type !== "checkbox") return;
  if (event.key === "Backspace") {
    event.preventDefault();
    takeBack();
  } else if (/^[1-9]$/.test(event.key)) {
    const offer = byId("setup-offer");
    (offer.querySelector(`button[data-number="${event.key}"]`) ?? offer.querySelectorAll("input")[Number(event.key) - 1])?.click();
  }
});

// Trades: found and proposed, accepted, changed, refused, undone, as everybody who is in them sees at once.
import { _, ask, byId, once, say } from "./common.js";
import { hear } from "./news.js";

/** Phones of one trade are few, so that they look again at once. */
const SPREAD = 200;

/** @param {ParentNode} trade what was typed there and is not sent yet */
const typed = (trade) => [...trade.querySelectorAll("input")].filter((one) => one.value !== one.defaultValue);

/**
 * @param {ParentNode} list
 * @returns {HTMLElement[]}
 */
const tradesOf = (list) => [...list.querySelectorAll("[data-trade]")].map((one) => /** @type {HTMLElement} */ (one));

/** Shows the trades as they are now; what is typed into one stays while that is as it was. */
const refresh = hear("trades", (next) => {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const before = new Map(tradesOf(byId("trades")).map((one) => [one.dataset.trade, one]));
  for (const trade of tradesOf(next)) {
    const had = before.get(trade.dataset.trade);
    if (!had || !typed(had).length) continue;
    if (had.dataset.version === trade.dataset.version) trade.replaceWith(had);
    else say(_("Trade {number} was changed meanwhile.", { number: trade.dataset.trade }), true);
  }
  byId("trades").replaceChildren(...next.childNodes);
  if (focused?.isConnected) focused.focus();
  return true;
}, SPREAD);

/**
 * @param {string} address
 * @param {object} sent
 * @param {HTMLElement} [trade]
 */
function send(address, sent, trade) {
  return once(address + JSON.stringify(sent), async () => {
    const answer = await ask("POST", address, sent);
    for (const one of trade ? typed(trade) : []) one.value = one.defaultValue;
    if (answer.trades.length) await refresh();
    else say(byId("propose").dataset.none ?? "");
  });
}

/**
 * Lets be sent what was typed, and accepted what is shown.
 * @param {HTMLElement} trade
 */
function decide(trade) {
  const changed = typed(trade).length > 0;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (trade.querySelectorAll("[data-act]"))) {
    if (button.dataset.act === "accept") button.disabled = changed;
    if (button.dataset.act === "change") button.disabled = !changed;
  }
}

/**
 * What is to be changed in a trade.
 * @param {HTMLElement} trade
 */
function changeOf(trade) {
  const changed = typed(trade).filter((one) => one.dataset.line);
  const more = /** @type {HTMLInputElement} */ (trade.querySelector(".more input")).value.trim();
  const way = /** @type {HTMLSelectElement} */ (trade.querySelector(".more select")).selectedOptions[0];
  const lines = Object.fromEntries(changed.map((one) => [one.dataset.line, Number(one.value)]));
  return { lines, person: way.dataset.person, [way.value]: more ? [more] : [] };
}

byId("propose")?.addEventListener("click", () => send("/api/trades", { even: Number(byId("even").value) }));
byId("trades").addEventListener("input", (/** @type {Event} */ event) => {
  decide(/** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest("[data-trade]")));
});
byId("trades").addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  const trade = /** @type {HTMLElement} */ (button.closest("[data-trade]"));
  if (button.matches("[data-leave]")) {
    /** @type {HTMLInputElement} */ (trade.querySelector(`[data-line="${button.dataset.leave}"]`)).value = "0";
    decide(trade);
  }
  const action = button.dataset.act;
  if (!action) return;
  const version = Number(trade.dataset.version);
  void send(`/api/trades/${trade.dataset.trade}`, { action, version, ...(action === "change" ? changeOf(trade) : {}) }, trade);
});

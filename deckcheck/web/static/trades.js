// Trades: found and proposed, accepted, changed, refused, undone; the page shows each anew.
import { ask, byId, say } from "./common.js";

/** @param {string} address @param {object} sent */
async function send(address, sent) {
  try {
    const answer = await ask("POST", address, sent);
    if (answer.trades.length) location.reload();
    else say(byId("propose").dataset.none ?? "");
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

/** @param {ParentNode} trade its numbers that were typed and are not sent yet */
const typed = (trade) => [...trade.querySelectorAll("input")].filter((one) => one.value !== one.defaultValue);

for (const trade of document.querySelectorAll("[data-trade]")) {
  trade.addEventListener("input", () => {
    const accept = /** @type {HTMLButtonElement | null} */ (trade.querySelector('[data-act="accept"]'));
    if (accept) accept.disabled = typed(trade).length > 0;
  });
}

byId("propose")?.addEventListener("click", () => send("/api/trades", { even: Number(byId("even").value) }));

for (const button of document.querySelectorAll("[data-act]")) {
  button.addEventListener("click", () => {
    const trade = /** @type {HTMLElement} */ (button.closest("[data-trade]"));
    const act = /** @type {HTMLElement} */ (button).dataset.act;
    const changed = act === "change" ? typed(trade) : [];
    const lines = Object.fromEntries(changed.map((one) => [one.dataset.line, Number(one.value)]));
    void send(`/api/trades/${trade.dataset.trade}`, { action: act, version: Number(trade.dataset.version), lines });
  });
}

// Trades: found and proposed, accepted, changed, refused, undone; the page shows each anew.
import { ask, byId, say } from "./common.js";

/** @param {string} address @param {object} sent */
async function send(address, sent) {
  try {
    await ask("POST", address, sent);
    location.reload();
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

byId("propose")?.addEventListener("click", () => send("/api/trades", {}));

for (const button of document.querySelectorAll("[data-act]")) {
  button.addEventListener("click", () => {
    const trade = /** @type {HTMLElement} */ (button.closest("[data-trade]"));
    /** @type {Record<string, number>} */
    const lines = {};
    const act = /** @type {HTMLElement} */ (button).dataset.act;
    for (const one of act === "change" ? trade.querySelectorAll("input") : []) {
      if (one.value !== one.defaultValue) lines[one.dataset.line ?? ""] = Number(one.value);
    }
    void send(`/api/trades/${trade.dataset.trade}`, { action: act, version: Number(trade.dataset.version), lines });
  });
}

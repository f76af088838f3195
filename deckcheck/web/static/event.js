// The organiser's desk: results are typed, everything else is a button.
import { ask, byId, reload, say, sayLast } from "./common.js";

const desk = byId("desk");

/** @param {string} action */
async function act(action) {
  try {
    const path = `/api/events/${encodeURIComponent(desk.dataset.event)}`;
    const text = byId("search").value;
    const done = await ask("POST", path, { action, text, reason: byId("reason").value });
    const open = done.open_tables.length ? `open: table ${done.open_tables.join(", ")}` : "no table is open";
    reload([`${action}: done`, ...done.notes, open].join("; "));
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
    byId("search").focus();
  }
}

desk?.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  act("result");
});
desk?.addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  if (button.matches("button[type=button]")) act(button.value);
});
if (sayLast()) byId("search")?.focus();

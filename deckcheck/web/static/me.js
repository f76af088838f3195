// A player's phone: the match as it stands, and what is reported of it, once, also from where no network is.
import { _, byId, once, say, told } from "./common.js";
import { send } from "./waiting.js";
import { runClocks, showClocks } from "./clock.js";
import { hear } from "./news.js";

/** Shows the page as it is now; what is chosen stays. */
const refresh = hear("mine", (next) => {
  if (document.querySelector("#mine .drop:checked")) return false;
  byId("mine").replaceChildren(...next.childNodes);
  showClocks();
  return true;
});

/** @param {HTMLElement} button */
async function report(button) {
  const section = /** @type {HTMLElement} */ (button.closest("section"));
  const { event, round } = section.dataset;
  const { result = "", concede } = button.dataset;
  const was = /** @type {HTMLElement} */ (button.parentElement).dataset.was ?? "";
  const box = /** @type {HTMLInputElement | null} */ (section.querySelector(".drop"));
  const sent = { event, round: Number(round), result, was, drop: box?.checked ?? false, concede: concede !== undefined };
  await told(async () => {
    const done = await send("/api/me/report", sent, `${event}: ${result || _("I concede")}`);
    if (box) box.checked = false;
    const reported = done?.set ? _("The result is set: {result}.", { result: done.set }) : _("reported");
    say(done ? reported : _("kept here until the server answers"));
  });
  await refresh();
}

byId("mine").addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (button.matches("[data-result], [data-concede]")) once("report", () => report(button));
});
runClocks();

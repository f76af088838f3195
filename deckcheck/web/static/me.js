// A player's phone: the match as it stands, and what is reported of it, once, also from where no network is.
import { _, byId, say } from "./common.js";
import { send } from "./waiting.js";
import { runClocks, showClocks } from "./clock.js";

const POLL = 15_000;
/** Milliseconds over which the phones of an event look again, when all of them have something to see. */
const SPREAD = 3000;

/** Shows the page as it is now; what is chosen stays. */
async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok || document.querySelector("#mine .drop:checked")) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("mine");
  if (next && next.textContent !== byId("mine").textContent) byId("mine").innerHTML = next.innerHTML;
  showClocks();
}

/** @param {HTMLElement} button */
async function report(button) {
  const section = /** @type {HTMLElement} */ (button.closest("section"));
  const { event, round } = section.dataset;
  const { result = "", concede } = button.dataset;
  const was = /** @type {HTMLElement} */ (button.parentElement).dataset.was ?? "";
  const box = /** @type {HTMLInputElement | null} */ (section.querySelector(".drop"));
  const sent = { event, round: Number(round), result, was, drop: box?.checked ?? false, concede: concede !== undefined };
  try {
    const done = await send("/api/me/report", sent, `${event}: ${result || _("I concede")}`);
    if (box) box.checked = false;
    if (!done) return say(_("kept here until the server answers"));
    say(done.set ? _("The result is set: {result}.", { result: done.set }) : _("reported"));
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
  await refresh();
}

byId("mine").addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (button.matches("[data-result], [data-concede]")) report(button);
});
/** Waits for news; while none could be heard, something may have changed. @returns {EventSource} */
function listen() {
  const found = new EventSource("/me/changes");
  found.onopen = found.onmessage = () => setTimeout(refresh, Math.random() * SPREAD);
  return found;
}

let news = listen();
// Where the news do not come through, it is asked now and then.
setInterval(() => {
  if (news.readyState === EventSource.OPEN || document.hidden) return;
  if (news.readyState === EventSource.CLOSED) news = listen();
  refresh();
}, POLL);
window.addEventListener("focus", refresh);
runClocks();

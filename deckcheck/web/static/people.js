// The people of the club: names are changed where they stand; a link is shown once, with its QR code.
import { _, ask, byId, make, once, reload, sayLast } from "./common.js";
import "./waiting.js";

/** @param {Record<string, unknown>} sent */
function change(sent) {
  return once(JSON.stringify(sent), async () => {
    const done = await ask("POST", "/api/people", { site: location.origin, ...sent });
    if (done.link) {
      byId("link").replaceChildren(make("img", { src: done.qr, alt: _("QR code of the link"), width: "240" }), make("br"), make("code", {}, done.link));
      return;
    }
    await reload(done.left?.length ? _("left to you, since somebody has that name: {names}", { names: done.left.join(", ") }) : _("saved"));
  });
}

const main = byId("main");
main.addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  const name = /** @type {HTMLElement | null} */ (button.closest("li"))?.dataset.name;
  const { action, undo } = button.dataset;
  if (undo) change({ action: "undo", change: Number(undo) });
  if (!name || !action) return;
  if (action !== "remove" || confirm(_("Remove {name} from the club, with all links? This cannot be undone.", { name }))) change({ action, name });
});
main.addEventListener("change", (/** @type {Event} */ event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const name = /** @type {HTMLElement | null} */ (field.closest("li"))?.dataset.name;
  if (name) change({ action: "rename", name, to: field.value });
});
main.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const action = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value || form.dataset.action;
  if (action === "merge" && !confirm(_("Two people become one. This cannot be undone; do it?"))) return;
  const { same, ...sent } = Object.fromEntries(new FormData(form));
  change({ action, ...sent, ...(same ? { same: true } : {}) });
});
// The first line of the history is of the change that was made just now.
const newest = /** @type {HTMLElement | null} */ (main.querySelector("details li:first-child [data-undo]"));
sayLast(newest?.dataset.undo, (number) => change({ action: "undo", change: Number(number) }));

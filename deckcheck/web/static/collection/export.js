// The collection as a file: what it cannot hold is said before it is kept.
import { _, ask, byId, counted, make, once, say } from "../common.js";
import { keep } from "../files.js";

export function startExport() {
  const form = /** @type {HTMLFormElement | null} */ (byId("export"));
  if (!form) return;
  const file = /** @type {HTMLSelectElement} */ (form.elements.namedItem("file"));
  const columns = /** @type {HTMLSelectElement} */ (form.elements.namedItem("columns"));
  const fit = () => {
    const layouts = (file.selectedOptions[0]?.dataset.layouts ?? "").split(" ");
    for (const one of columns.options) one.disabled = !layouts.includes(one.value);
    if (columns.selectedOptions[0]?.disabled) columns.value = layouts[0];
  };
  file.addEventListener("change", fit);
  fit();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    once("export", async () => {
      const asked = new URLSearchParams(/** @type {any} */ (new FormData(form)));
      const done = await ask("GET", `/api/collection/export?${asked}`);
      const losses = done.losses.map((/** @type {string} */ one) => make("li", {}, one));
      byId("losses").replaceChildren(...losses);
      const held = {
        name: done.name, holdings: counted("{number} holding", "{number:,} holdings", done.holdings),
        copies: counted("{number} copy", "{number:,} copies", done.copies),
      };
      say(losses.length ? _("{name}: {holdings}, {copies}; what it cannot hold stands below", held) : _("{name}: {holdings}, {copies}", held));
      if (losses.length) {
        const button = make("button", { type: "button" }, _("Keep {name} all the same", held));
        button.addEventListener("click", () => keep(done.name, done.data));
        byId("losses").append(make("li", {}, button));
      } else keep(done.name, done.data);
    });
  });
}

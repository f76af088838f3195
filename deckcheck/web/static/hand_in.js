// A player's link: files are read into the form; what was checked must be checked again once changed.
import { _, ask, say, told } from "./common.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("hand-in"));

/** @param {HTMLInputElement} field */
function read(field) {
  const file = field.files?.[0];
  const list = /** @type {HTMLTextAreaElement} */ (document.getElementById(field.dataset.list ?? ""));
  if (!file) return undefined;
  return told(async () => {
    const found = await ask("POST", `/hand-in/file?name=${encodeURIComponent(file.name)}&${location.search.slice(1)}`, file);
    if (file !== field.files?.[0]) return; // another was chosen meanwhile
    list.value = found.text;
    changed();
    say([_("read as {format}", { format: found.read_as }), ...found.losses].join("; "));
  });
}

function changed() {
  form?.querySelector("button[value=send]")?.remove();
}

form?.addEventListener("input", changed);
form?.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.type === "file") read(field);
});

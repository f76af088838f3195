// Rows that are chosen, and a change of all of them as one batch.
import { _, byId, decimal, once, say } from "../common.js";
import { keyNow } from "./keys.js";

/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Key} Key */

/** @type {Map<string, Key>} */
const chosen = new Map();
let all = false;

const LISTS = /** @type {Record<string, string>} */ ({
  location: "places", condition: "conditions", language: "languages", finish: "finishes",
});

/**
 * Whether a row is chosen.
 * @param {Row} row
 */
export function isChosen(row) {
  return all || [...chosen.values()].some((key) => JSON.stringify(keyNow(key)) === JSON.stringify(row.key));
}

/**
 * Makes the form that changes what is chosen.
 * @param {number} total how many rows there are in all
 * @param {(what: { keys?: Key[], all?: boolean, set: Record<string, unknown> }) => Promise<boolean>} change
 * @param {() => void} redraw
 */
export function startBulk(total, change, redraw) {
  const form = byId("bulk");
  const tell = () => {
    const many = all ? total : chosen.size;
    form.hidden = many === 0;
    byId("chosen").textContent = decimal(many);
    byId("bulk-all").hidden = all;
  };
  const none = () => {
    all = false;
    chosen.clear();
    tell();
    redraw();
  };
  byId("bulk-none").addEventListener("click", none);
  byId("bulk-all").addEventListener("click", () => {
    all = true;
    tell();
    redraw();
  });
  const offer = () => byId("bulk-value").setAttribute("list", LISTS[byId("bulk-field").value] ?? "");
  byId("bulk-field").addEventListener("change", offer);
  offer();
  const apply = async () => {
    const set = wanted(byId("bulk-field").value, byId("bulk-value").value.trim());
    if (set && (await change(all ? { all, set } : { keys: [...chosen.values()].map(keyNow), set }))) none();
  };
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    once("bulk", apply);
  });
  return {
    /**
     * @param {Row} row
     * @param {boolean} on
     */
    choose(row, on) {
      if (all) {
        all = false;
        redraw();
      }
      if (on) chosen.set(JSON.stringify(row.key), row.key);
      else {
        for (const [name, key] of chosen) {
          if (JSON.stringify(keyNow(key)) === JSON.stringify(row.key)) chosen.delete(name);
        }
      }
      tell();
    },
  };
}

/**
 * What is wanted of all, as the server takes it; null where that cannot be.
 * @param {string} field
 * @param {string} value
 * @returns {Record<string, unknown> | null}
 */
function wanted(field, value) {
  if (field !== "for_trade" && field !== "quantity") return { [field]: value };
  if (field === "for_trade" && (value === "all" || value === "")) return { [field]: value || 0 };
  if (/^\d{1,6}$/.test(value)) return { [field]: Number(value) };
  const values = { value: value || _("nothing") };
  say(field === "for_trade" ? _("{value} is not a number of copies; write it like 4, or all", values)
    : _("{value} is not a number of copies; write it like 4", values), true);
  return null;
}

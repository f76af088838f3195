// Files of the user: read to be sent, and kept.
import { _, make } from "./common.js";

/**
 * A file as base 64.
 * @param {Blob} file
 * @returns {Promise<string>}
 */
export function read64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,?/, "")));
    reader.addEventListener("error", () => reject(new Error(_("the file cannot be read; was it moved?"))));
    reader.readAsDataURL(file);
  });
}

/**
 * Has the browser keep a file.
 * @param {string} name
 * @param {string} data in base 64
 */
export function keep(name, data) {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const link = make("a", { download: name });
  const address = URL.createObjectURL(new Blob([bytes]));
  link.setAttribute("href", address);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// News of a person's pages: heard of at once, or asked for now and then where they do not come through.
import { byId } from "./common.js";

const POLL = 15_000;
/** Milliseconds over which the phones of an event look again, when all of them have something to see. */
const SPREAD = 3000;

/**
 * Keeps a part of the page as the server has it; returns what looks at once.
 * @param {string} id
 * @param {(next: HTMLElement) => boolean} show puts the part as it is now in place; false where it cannot now
 * @param {number} spread
 */
export function hear(id, show, spread = SPREAD) {
  let shown = byId(id).innerHTML;
  const refresh = async () => {
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
    const text = next?.innerHTML ?? shown;
    if (next && text !== shown && show(next)) shown = text;
  };
  /** Waits for news; while none could be heard, something may have changed. @returns {EventSource} */
  const listen = () => {
    const found = new EventSource("/me/changes");
    found.onopen = found.onmessage = () => setTimeout(refresh, Math.random() * spread);
    return found;
  };
  let news = listen();
  setInterval(() => {
    if (news.readyState === EventSource.OPEN || document.hidden) return;
    if (news.readyState === EventSource.CLOSED) news = listen();
    refresh();
  }, POLL);
  window.addEventListener("focus", refresh);
  return refresh;
}

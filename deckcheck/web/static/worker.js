// The service worker: without a network the pages that were seen last are shown, each as it was.
// Only the rooms of the page are kept, of one database, and nothing of a server that one logged out of,
// and nothing in a language that is no longer read.
const PAGES = "deckcheck-pages", PARTS = "deckcheck-parts";
const ROOMS = /^\/($|deck\/|deck$|cards$|cards\/|faces\/|collection|events|leagues|screen\/|history|me$|link\/|api\/collection$)/;
const MOST_PAGES = 100;
// The server puts the texts of another language before this script.
const { LANGUAGE = "en", TEXTS = {} } = /** @type {any} */ (self);
/** @param {string} text */
const _ = (text) => TEXTS[text] ?? text;
const AWAY = `<!doctype html><html lang="${LANGUAGE}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>deckcheck</title><link rel="stylesheet" href="/static/tokens.css"><link rel="stylesheet" href="/static/page.css">
<main><h1>${_("The server does not answer")}</h1><p>${_("This page was not seen before, so it is not kept here.")}</p><p><a href="/">${_("Decks")}</a></p></main></html>`;

self.addEventListener("install", () => /** @type {any} */ (self).skipWaiting());
self.addEventListener("activate", (event) => /** @type {any} */ (event).waitUntil(/** @type {any} */ (self).clients.claim()));

/** Keeps nothing any more: somebody logged out, or another database answers. */
async function forget() {
  await caches.delete(PAGES);
}

/**
 * Keeps an answer, and no more than so many.
 * @param {string} name
 * @param {Request} request
 * @param {Response} answer
 * @returns {Promise<void>}
 */
async function keep(name, request, answer) {
  const kept = await caches.open(name);
  const mark = answer.headers.get("X-Deckcheck-Database");
  const other = mark && await kept.match("/mark").then((one) => one?.text());
  if (other && other !== mark) {
    await forget();
    return keep(name, request, answer);
  }
  if (mark) await kept.put("/mark", new Response(mark));
  await kept.put(request, answer);
  // What is put again comes last, so that the first are those that were not seen for the longest time.
  for (const one of (await kept.keys()).slice(0, -MOST_PAGES)) await kept.delete(one);
}

/** @param {Request} request @param {URL} url */
async function answered(request, url) {
  const isPart = url.pathname.startsWith("/static/");
  const name = isPart ? PARTS : PAGES;
  try {
    const answer = await fetch(request);
    // Whoever opens a link is somebody else from then on.
    if (new URL(answer.url || url).pathname === "/login" || url.pathname.startsWith("/link/")) await forget();
    else if (answer.ok && !answer.redirected && (isPart || answer.headers.has("X-Deckcheck-Database"))) {
      await keep(name, request, answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await caches.open(name).then((one) => one.match(request));
    if (kept) return kept;
    if (request.mode !== "navigate") throw error;
    return new Response(AWAY, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
}

self.addEventListener("fetch", (found) => {
  const event = /** @type {any} */ (found);
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  if (event.request.method !== "GET") {
    if (url.pathname === "/logout" || url.pathname === "/language") event.waitUntil(forget());
    return;
  }
  // Where a login has ended the browser itself follows to this page, and the worker does not see that.
  if (url.pathname === "/login") event.waitUntil(forget());
  if (ROOMS.test(url.pathname) || url.pathname.startsWith("/static/")) event.respondWith(answered(event.request, url));
});

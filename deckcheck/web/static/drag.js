// Drag and drop by mouse, pen and finger: a finger takes hold when it rests, so that it can scroll too.

const HELD = 300; // milliseconds
const MOVED = 6; // pixels
const EDGE = 60;

/**
 * Lets elements be dragged to places, of which those that would take one are marked.
 * @param {HTMLElement} root
 * @param {string} what the selector of what can be dragged
 * @param {(item: HTMLElement, under: Element) => HTMLElement | null} placeOf the place that takes an item, if any
 * @param {(item: HTMLElement, place: HTMLElement) => void} drop
 */
export function startDragging(root, what, placeOf, drop) {
  root.addEventListener("dragstart", (event) => /** @type {Element} */ (event.target).closest(what) && event.preventDefault());
  root.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const item = /** @type {HTMLElement | null} */ (target.closest(what));
    if (item && event.isPrimary && !event.button && !target.closest("button, input")) follow(event, item);
  });

  /**
   * Follows a pointer from where it was pressed until it is let go.
   * @param {PointerEvent} pressed
   * @param {HTMLElement} item
   */
  function follow(pressed, item) {
    const over = new AbortController();
    const listening = { signal: over.signal };
    let ghost = /** @type {HTMLElement | null} */ (null);
    let place = /** @type {HTMLElement | null} */ (null);
    let scroll = 0;
    const isTouch = pressed.pointerType === "touch";
    const held = setTimeout(() => isTouch && take(), HELD);
    over.signal.addEventListener("abort", () => {
      clearTimeout(held);
      ghost?.remove();
      place?.classList.remove("over");
    });

    function take() {
      const box = item.getBoundingClientRect();
      ghost = /** @type {HTMLElement} */ (item.cloneNode(true));
      ghost.classList.add("dragged");
      Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
      ghost.inert = true;
      item.parentElement?.append(ghost);
      requestAnimationFrame(roll);
    }

    function roll() {
      if (over.signal.aborted) return;
      if (scroll) scrollBy(0, scroll);
      requestAnimationFrame(roll);
    }

    document.addEventListener("pointermove", (event) => {
      const [right, down] = [event.clientX - pressed.clientX, event.clientY - pressed.clientY];
      if (!ghost) {
        if (Math.hypot(right, down) < MOVED) return;
        if (isTouch) return over.abort();
        take();
      }
      if (ghost) ghost.style.translate = `${right}px ${down}px`;
      scroll = event.clientY < EDGE ? -EDGE / 5 : event.clientY > innerHeight - EDGE ? EDGE / 5 : 0;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      place?.classList.remove("over");
      place = under && placeOf(item, under);
      place?.classList.add("over");
    }, listening);
    document.addEventListener("pointerup", () => {
      const taken = place;
      if (ghost) unclick();
      over.abort();
      if (taken) drop(item, taken);
    }, listening);
    document.addEventListener("pointercancel", () => over.abort(), listening);
    document.addEventListener("keydown", (event) => event.key === "Escape" && over.abort(), listening);
    for (const kind of ["touchmove", "contextmenu"]) {
      document.addEventListener(kind, (event) => ghost && event.preventDefault(), { passive: false, ...listening });
    }
  }
}

/** What was dragged is not clicked too. */
function unclick() {
  const once = new AbortController();
  addEventListener("click", (event) => (event.preventDefault(), event.stopPropagation()), { capture: true, signal: once.signal });
  setTimeout(() => once.abort());
}

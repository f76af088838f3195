// A long table of which only the rows in sight are there; pages of rows are fetched as they come.

/** @typedef {import("./types.js").Row} Row */

const SPARE = 12;
const PAUSE = 60;
const AHEAD = 40;

/**
 * How a table is filled.
 * @typedef {{
 *   size: number,
 *   load: (page: number) => Promise<Row[]>,
 *   make: () => HTMLTableRowElement,
 *   fill: (line: HTMLTableRowElement, row: Row | null, place: number) => void,
 *   failed: (error: Error) => void,
 * }} Filling
 */

export class RowWindow {
  /**
   * @param {HTMLElement} frame what scrolls
   * @param {HTMLTableSectionElement} body
   * @param {number} total how many rows there are
   * @param {Filling} filling
   */
  constructor(frame, body, total, filling) {
    this.frame = frame;
    this.body = body;
    this.total = total;
    this.filling = filling;
    /** @type {Map<number, Row[]>} */
    this.pages = new Map();
    /** @type {Set<number>} */
    this.coming = new Set();
    /** @type {Map<number, HTMLTableRowElement>} */
    this.lines = new Map();
    /** @type {HTMLTableRowElement[]} */
    this.spare = [];
    this.age = 0;
    this.rowHeight = 1;
    this.isPrinted = false;
    this.above = this.spacer();
    this.below = this.spacer();
    /** @type {number | undefined} */
    this.waiting = undefined;
  }

  /** A row is as high as the style says for a window of this width. */
  measure() {
    this.rowHeight = Number.parseFloat(getComputedStyle(this.frame).getPropertyValue("--row"));
  }

  spacer() {
    const line = document.createElement("tr");
    const cell = document.createElement("td");
    line.setAttribute("aria-hidden", "true");
    line.className = "spacer";
    line.append(cell);
    return line;
  }

  /**
   * Fetches the first rows and puts them in the place of those that stand there.
   * @param {number} place the row to begin with, from 0
   */
  async start(place) {
    this.measure();
    await this.fetch();
    this.body.replaceChildren(this.above, this.below);
    this.draw();
    this.frame.scrollTop = place * this.rowHeight;
    this.frame.addEventListener("scroll", () => this.draw(), { passive: true });
    for (const moment of ["beforeprint", "afterprint"]) {
      window.addEventListener(moment, () => {
        this.isPrinted = moment === "beforeprint";
        this.draw();
      });
    }
    new ResizeObserver(() => {
      this.measure();
      this.draw();
    }).observe(this.frame);
  }

  /**
   * The row at a place, from 0, where it is known.
   * @param {number} place
   * @returns {Row | null}
   */
  row(place) {
    const page = Math.floor(place / this.filling.size);
    return this.pages.get(page + 1)?.[place % this.filling.size] ?? null;
  }

  /** The first row in sight and the one behind the last, with some to spare; on paper all that are known from the first on. */
  range() {
    if (this.isPrinted) {
      let known = 0;
      while (this.row(known)) known += 1;
      return [0, known];
    }
    const first = Math.max(0, Math.floor(this.frame.scrollTop / this.rowHeight) - SPARE);
    const many = Math.ceil(this.frame.clientHeight / this.rowHeight) + 2 * SPARE;
    return [Math.min(first, Math.max(0, this.total - many)), Math.min(this.total, first + many)];
  }

  draw() {
    const [first, end] = this.range();
    for (const [place, line] of this.lines) {
      if (place < first || place >= end) {
        line.remove();
        this.lines.delete(place);
        this.spare.push(line);
      }
    }
    /** @type {Element} */
    let before = this.above;
    for (let place = first; place < end; place += 1) {
      const line = this.lines.get(place) ?? this.made(place);
      if (before.nextSibling !== line) before.after(line);
      before = line;
    }
    this.height(this.above, first);
    this.height(this.below, this.total - end);
    if (this.waiting === undefined && !this.coming.size && this.lacking().length) {
      this.waiting = setTimeout(() => {
        this.waiting = undefined;
        this.fetch();
      }, PAUSE);
    }
  }

  /** @param {number} place */
  made(place) {
    const line = this.spare.pop() ?? this.filling.make();
    this.lines.set(place, line);
    this.filling.fill(line, this.row(place), place);
    return line;
  }

  /**
   * @param {HTMLTableRowElement} line
   * @param {number} rows
   */
  height(line, rows) {
    line.hidden = rows === 0;
    line.style.height = `${rows * this.rowHeight}px`;
  }

  /** The pages in sight, or soon, that are not known. */
  lacking() {
    const range = this.range();
    const first = Math.max(0, range[0] - AHEAD);
    const end = Math.min(this.total, range[1] + AHEAD);
    const pages = [];
    const last = Math.floor(Math.max(first, end - 1) / this.filling.size) + 1;
    for (let page = Math.floor(first / this.filling.size) + 1; page <= last; page += 1) {
      if (!this.pages.has(page)) pages.push(page);
    }
    return pages;
  }

  /** Fetches what is lacking, and when it has come, what is lacking by then: never more at once. */
  async fetch() {
    const age = this.age;
    let failed = false;
    await Promise.all(this.lacking().filter((page) => !this.coming.has(page)).map(async (page) => {
      this.coming.add(page);
      try {
        const rows = await this.filling.load(page);
        if (age === this.age) this.pages.set(page, rows);
      } catch (error) {
        failed = true;
        this.filling.failed(/** @type {Error} */ (error));
      } finally {
        this.coming.delete(page);
      }
    }));
    if (age !== this.age) return;
    this.fillAll();
    if (!failed && this.above.isConnected) this.draw();
  }

  fillAll() {
    for (const [place, line] of this.lines) this.filling.fill(line, this.row(place), place);
  }

  /** Fetches what is in sight anew; what stands there stays until it has come. */
  async refresh() {
    const known = this.pages;
    this.age += 1;
    this.pages = new Map();
    this.coming = new Set();
    const wanted = this.lacking();
    const age = this.age;
    for (const page of wanted) {
      try {
        const rows = await this.filling.load(page);
        if (age !== this.age) return;
        this.pages.set(page, rows);
      } catch (error) {
        this.pages = known;
        this.filling.failed(/** @type {Error} */ (error));
        return;
      }
    }
    this.draw();
    this.fillAll();
  }
}

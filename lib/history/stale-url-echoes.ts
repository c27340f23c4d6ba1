type Writes = Pick<History, "pushState" | "replaceState">;

/**
 * Keeps the address from reverting to an earlier one. The router repeats each address that a page has written once it
 * has rendered with it. On a slow machine the page has written the next one by then: the older address would return, a
 * reload would open it, and the next write, which starts from the current address, would lose what is missing there.
 *
 * A write stays open until the router repeats it; while a newer one is open, the newer one is written instead.
 */
export class StaleUrlEchoes {
  readonly #history: Writes;
  readonly #addressNow: () => string;
  /** Addresses that pages have written and the router has not repeated yet, oldest first. */
  #open: string[] = [];
  /** The router's current address: the one before the first of them. It may repeat that more than once. */
  #before = "";
  #isOfPage = false;

  constructor(history: Writes, addressNow: () => string) {
    this.#history = history;
    this.#addressNow = addressNow;
  }

  /** The write that follows immediately is a page's; all others are the router's. */
  announce(): void {
    this.#isOfPage = true;
    queueMicrotask(() => {
      this.#isOfPage = false;
    });
  }

  /** Starts watching and returns a function that stops it. */
  watch(): () => void {
    const { pushState, replaceState } = this.#history;
    this.#history.pushState = (state, title, url) => {
      if (!this.#opens(url)) this.#open = [];
      pushState.call(this.#history, state, title, url);
    };
    this.#history.replaceState = (state, title, url) => {
      const written = !url || this.#opens(url) ? url : this.#newest(url);
      replaceState.call(this.#history, state, title, written);
    };
    return () => Object.assign(this.#history, { pushState, replaceState });
  }

  /** Whether a page is writing; its write is open from now on. */
  #opens(url: string | URL | null | undefined): boolean {
    if (!this.#isOfPage || !url) return false;
    this.#isOfPage = false;
    if (this.#open.length === 0) this.#before = this.#addressNow();
    this.#open.push(this.#absolute(url));
    return true;
  }

  /** Returns the address to write when the router writes `url`. */
  #newest(url: string | URL): string | URL {
    const repeated = this.#absolute(url);
    if (repeated !== this.#before) {
      const place = this.#open.indexOf(repeated);
      this.#open = place < 0 ? [] : this.#open.slice(place + 1);
      this.#before = repeated;
    }
    return repeated === this.#addressNow() ? url : (this.#open.at(-1) ?? url);
  }

  #absolute(url: string | URL): string {
    return new URL(url, this.#addressNow()).href;
  }
}

import { LATE_WRITER } from "./late-writes";

type Writes = Pick<History, "pushState" | "replaceState">;

/**
 * Keeps the address from going back to what it was. The router repeats each address that a page has written once it has
 * rendered with it. On a slow machine the page has written the next one by then: the older address would stand again,
 * a reload would open it, and the next write, which begins with what the address says, would lose what is missing there.
 *
 * A write stays open until the router repeats it; while a newer one is open, that is what is written instead.
 */
export class StaleEchoes {
  readonly #history: Writes;
  readonly #addressNow: () => string;
  /** What pages have written and the router has not repeated yet, oldest first. */
  #open: string[] = [];
  /** Where the router is: the address before the first of them. It may repeat that more than once. */
  #before = "";

  constructor(history: Writes, addressNow: () => string) {
    this.#history = history;
    this.#addressNow = addressNow;
  }

  /** Begins to watch; a function that ends it. */
  watch(): () => void {
    const { pushState, replaceState } = this.#history;
    this.#history.pushState = (state, title, url) => {
      if (this.#isOfPage(title, url)) this.#opened(url);
      else this.#open = [];
      pushState.call(this.#history, state, title, url);
    };
    this.#history.replaceState = (state, title, url) => {
      const isOfPage = this.#isOfPage(title, url);
      if (isOfPage) this.#opened(url);
      replaceState.call(this.#history, state, title, isOfPage || !url ? url : this.#newest(url));
    };
    return () => Object.assign(this.#history, { pushState, replaceState });
  }

  #isOfPage(title: string, url: string | URL | null | undefined): url is string | URL {
    return title === LATE_WRITER && Boolean(url);
  }

  #opened(url: string | URL): void {
    if (this.#open.length === 0) this.#before = this.#addressNow();
    this.#open.push(this.#absolute(url));
  }

  /** What is to stand where the router writes `url`. */
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

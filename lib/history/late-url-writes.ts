/** What nuqs writes to history carries this in place of a title. */
const THROTTLED_WRITER = "__nuqs__";

type Writes = Pick<History, "pushState" | "replaceState">;

/**
 * Drops what is written to the address late. The state of a page is written up to 150 ms after it has changed; where a
 * navigation began meanwhile, the router would take that write for a newer navigation and give up the one that a person
 * asked for.
 */
export class LateUrlWrites {
  readonly #history: Writes;
  readonly #addressNow: () => string;
  readonly #guards = new Set<unknown>();
  /** Where a navigation that has begun leads; null while there is none. */
  #leadsTo: string | null = null;

  constructor(history: Writes, addressNow: () => string) {
    this.#history = history;
    this.#addressNow = addressNow;
  }

  /** A navigation begins. Going back and forward is the browser's: it writes nothing, and ends what had begun. */
  navigate(url: string, type: "push" | "replace" | "traverse"): void {
    this.#leadsTo = type === "traverse" ? null : this.#absolute(url);
    this.#guard("pushState");
    this.#guard("replaceState");
  }

  /** Others put writers of their own around those of the browser after the page is loaded, so this is done late. */
  #guard(name: keyof Writes): void {
    const write = this.#history[name];
    if (this.#guards.has(write)) return;
    const guarded: typeof write = (state, title, url) => {
      if (this.#leadsTo !== null && title === THROTTLED_WRITER) return;
      if (this.#isNavigationTarget(state, url)) this.#leadsTo = null;
      write.call(this.#history, state, title, url);
    };
    this.#guards.add(guarded);
    this.#history[name] = guarded;
  }

  /** The router writes what it has reached; it repeats the address as it stands for other reasons, too. */
  #isNavigationTarget(state: unknown, url: string | URL | null | undefined): boolean {
    if (typeof state !== "object" || state === null || !("__NA" in state) || !url) return false;
    const reached = this.#absolute(url);
    return reached === this.#leadsTo || reached !== this.#addressNow();
  }

  #absolute(url: string | URL): string {
    return new URL(url, this.#addressNow()).href;
  }
}

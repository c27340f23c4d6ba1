/** nuqs passes this in place of a title in its history writes. */
const THROTTLED_WRITER = "__nuqs__";

type Writes = Pick<History, "pushState" | "replaceState">;

/**
 * Drops late writes to the address. The state of a page is written up to 150 ms after it changed; if a navigation began
 * meanwhile, the router would take that write for a newer navigation and give up the one that the user requested.
 */
export class LateUrlWrites {
  readonly #history: Writes;
  readonly #addressNow: () => string;
  readonly #guards = new Set<unknown>();
  /** The target of a pending navigation; null while there is none. */
  #leadsTo: string | null = null;

  constructor(history: Writes, addressNow: () => string) {
    this.#history = history;
    this.#addressNow = addressNow;
  }

  /**
   * Records that a navigation began. Back and forward belong to the browser: they write nothing, and end a pending
   * navigation.
   */
  navigate(url: string, type: "push" | "replace" | "traverse"): void {
    this.#leadsTo = type === "traverse" ? null : this.#absolute(url);
    this.#guard("pushState");
    this.#guard("replaceState");
  }

  /** Runs late, because others wrap the browser's history methods after the page is loaded. */
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

  /** The router writes the address that it has reached; it also repeats the unchanged address for other reasons. */
  #isNavigationTarget(state: unknown, url: string | URL | null | undefined): boolean {
    if (typeof state !== "object" || state === null || !("__NA" in state) || !url) return false;
    const reached = this.#absolute(url);
    return reached === this.#leadsTo || reached !== this.#addressNow();
  }

  #absolute(url: string | URL): string {
    return new URL(url, this.#addressNow()).href;
  }
}

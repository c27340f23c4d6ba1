import { LateUrlWrites } from "./late-url-writes";
import { StaleUrlEchoes } from "./stale-url-echoes";

type Writes = Pick<History, "pushState" | "replaceState">;

/**
 * The only owner of `window.history`'s write methods: both patches are installed here and nowhere else. Why they exist
 * and when they can go is in `docs/adr/0008-browser-history-patches.md`.
 */
export class BrowserHistory {
  readonly #lateWrites: LateUrlWrites;
  readonly #staleEchoes: StaleUrlEchoes;

  constructor(history: Writes, currentUrl: () => string) {
    this.#lateWrites = new LateUrlWrites(history, currentUrl);
    this.#staleEchoes = new StaleUrlEchoes(history, currentUrl);
  }

  /** Records that the router has started a navigation; late URL writes of the old page are dropped until it arrives. */
  startNavigation(url: string, type: "push" | "replace" | "traverse"): void {
    this.#lateWrites.navigate(url, type);
  }

  /** Records that the next synchronous write comes from a page and not from the router. */
  announcePageWrite(): void {
    this.#staleEchoes.announce();
  }

  /** Starts replacing stale router writes; returns a function that stops. */
  watch(): () => void {
    return this.#staleEchoes.watch();
  }
}

let browserHistory: BrowserHistory | null = null;

/** Returns the history of this tab, created on first use; null on the server. */
export function currentBrowserHistory(): BrowserHistory | null {
  if (typeof window === "undefined") return null;
  browserHistory ??= new BrowserHistory(window.history, () => window.location.href);
  return browserHistory;
}

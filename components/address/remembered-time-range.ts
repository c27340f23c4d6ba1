import { type TimeRangeParams, timeRangeSearch } from "@/lib/filter/time-range";
import { storeChoice, TIME_COOKIE } from "@/lib/workspace/personal-cookies";

/** The range chosen in this tab; null until one is. The cookie is shared by all tabs of the browser. */
let chosenSearch: string | null = null;

/**
 * Remembers a chosen range: the server adds it to the address of each page that has a time range and none of its own.
 * The range of a followed link is not a choice: links to all calls of an op would change every page.
 */
export function rememberTimeRange(params: TimeRangeParams): void {
  chosenSearch = timeRangeSearch(params);
  storeChoice(TIME_COOKIE, chosenSearch);
}

/**
 * Remembers the range of this tab again when the user returns to it from another one. Returns a function that ends it.
 */
export function keepTimeRangeOfTab(): () => void {
  const restore = () => {
    if (chosenSearch !== null) storeChoice(TIME_COOKIE, chosenSearch);
  };
  window.addEventListener("focus", restore);
  return () => window.removeEventListener("focus", restore);
}

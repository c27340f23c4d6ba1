/** Whether the navigation is collapsed. The server must know before the first paint. */
export const RAIL_COOKIE = "heddle-rail";

export type RailChoice = "rail" | "full";

/** Whether hints on keys are hidden: `hidden`, otherwise they are shown. */
export const KEY_HINTS_COOKIE = "heddle-key-hints";

export const HINTS_HIDDEN = "hidden";

/** The slug of the workspace that was open last. */
export const WORKSPACE_COOKIE = "heddle-workspace";

/** The time range that was chosen last, as its part of an address: `t=7d`. Empty for the default range. */
export const TIME_COOKIE = "heddle-time";

const YEAR_S = 31_536_000;

/** Saves a personal choice in this browser for a year. */
export function storeChoice(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

/** Returns a personal choice of this browser; null where none was made. */
export function readChoice(name: string): string | null {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1));
}

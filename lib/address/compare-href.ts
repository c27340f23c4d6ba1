/** The items compared: calls with their descendants, or whole threads. */
export type ComparedKind = "calls" | "threads";

/** More columns than this cannot be read side by side. */
export const MAX_COMPARED = 6;

/** Returns the address that compares calls or threads; the first one is the base. */
export function compareHref(slug: string, kind: ComparedKind, ids: readonly string[]): string {
  const list = ids.map((id) => id.replaceAll(",", "%2C")).join(",");
  return `/${slug}/compare?${new URLSearchParams({ [kind]: list })}`;
}

/** Returns the address that compares calls; null when there are too few or too many. */
export function compareCallsHref(slug: string, ids: readonly string[]): string | null {
  return canCompare(ids) ? compareHref(slug, "calls", ids) : null;
}

/** Returns the address that compares threads; null when there are too few or too many. */
export function compareThreadsHref(slug: string, ids: readonly string[]): string | null {
  return canCompare(ids) ? compareHref(slug, "threads", ids) : null;
}

const canCompare = (ids: readonly string[]) => ids.length >= 2 && ids.length <= MAX_COMPARED;

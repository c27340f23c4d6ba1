/** What is compared: calls with what is below them, or whole threads. */
export type ComparedKind = "calls" | "threads";

/** More columns than this cannot be read beside each other. */
export const MAX_COMPARED = 6;

/** Where calls or threads stand beside each other; the first one is the base. */
export function compareHref(slug: string, kind: ComparedKind, ids: readonly string[]): string {
  const list = ids.map((id) => id.replaceAll(",", "%2C")).join(",");
  return `/${slug}/compare?${new URLSearchParams({ [kind]: list })}`;
}

/** Where calls stand beside each other; null when they are too few or too many for it. */
export function compareCallsHref(slug: string, ids: readonly string[]): string | null {
  return canCompare(ids) ? compareHref(slug, "calls", ids) : null;
}

/** Where threads stand beside each other; null when they are too few or too many for it. */
export function compareThreadsHref(slug: string, ids: readonly string[]): string | null {
  return canCompare(ids) ? compareHref(slug, "threads", ids) : null;
}

const canCompare = (ids: readonly string[]) => ids.length >= 2 && ids.length <= MAX_COMPARED;

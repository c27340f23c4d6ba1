/** What is compared: calls with what is below them, or whole threads. */
export type ComparedKind = "calls" | "threads";

/** More columns than this cannot be read beside each other. */
export const MOST_COMPARED = 6;

/** Where calls or threads stand beside each other; the first one is the base. */
export function compareHref(slug: string, kind: ComparedKind, ids: readonly string[]): string {
  const list = ids.map((id) => id.replaceAll(",", "%2C")).join(",");
  return `/${slug}/compare?${new URLSearchParams({ [kind]: list })}`;
}

/** More lines than this cannot be distinguished in one chart. */
export const MAX_COMPARED_RUNS = 6;

/** Returns the address that compares training runs, the first one as the baseline. */
export function compareRunsHref(slug: string, ids: readonly string[]): string {
  const list = ids.map((id) => id.replaceAll(",", "%2C")).join(",");
  return `/${slug}/runs/compare?${new URLSearchParams({ runs: list })}`;
}

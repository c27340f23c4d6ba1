/** More lines than this cannot be distinguished in one chart. */
export const MAX_COMPARED_RUNS = 6;

/** Returns ids as a parameter of an address, where commas separate them. */
const listOf = (ids: readonly string[]) => ids.map((id) => id.replaceAll(",", "%2C")).join(",");

/** Returns the address that compares training runs, the first one as the baseline; null for too few or too many. */
export function compareRunsHref(slug: string, ids: readonly string[]): string | null {
  if (ids.length < 2 || ids.length > MAX_COMPARED_RUNS) return null;
  return `/${slug}/runs/compare?${new URLSearchParams({ runs: listOf(ids) })}`;
}

/** Returns the address of the list of training runs in which these are selected. */
export function selectedRunsHref(slug: string, ids: readonly string[]): string {
  return `/${slug}/runs${ids.length === 0 ? "" : `?${new URLSearchParams({ sel: listOf(ids) })}`}`;
}

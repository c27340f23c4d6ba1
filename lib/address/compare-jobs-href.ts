/** More lines than this cannot be distinguished in one chart. */
export const MAX_COMPARED_JOBS = 6;

/**
 * Returns the address that overlays the charts of jobs, the first one as the base; more jobs can be added to a single
 * one there.
 */
export function overlayJobsHref(slug: string, ids: readonly string[]): string {
  const list = ids.map((id) => id.replaceAll(",", "%2C")).join(",");
  return `/${slug}/training/compare?${new URLSearchParams({ jobs: list })}`;
}

/** The same for selected jobs; null while there are too few or too many. */
export function compareJobsHref(slug: string, ids: readonly string[]): string | null {
  return ids.length < 2 || ids.length > MAX_COMPARED_JOBS ? null : overlayJobsHref(slug, ids);
}

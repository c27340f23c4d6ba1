/** More lines than this cannot be told apart in one chart. */
export const MAX_COMPARED_JOBS = 6;

/** Where the charts of jobs lie over each other, the first one as the base; one job alone can be given others there. */
export function overlayJobsHref(slug: string, ids: readonly string[]): string {
  const list = ids.map((id) => id.replaceAll(",", "%2C")).join(",");
  return `/${slug}/training/compare?${new URLSearchParams({ jobs: list })}`;
}

/** The same for jobs that are chosen; null while they are too few or too many for it. */
export function compareJobsHref(slug: string, ids: readonly string[]): string | null {
  return ids.length < 2 || ids.length > MAX_COMPARED_JOBS ? null : overlayJobsHref(slug, ids);
}

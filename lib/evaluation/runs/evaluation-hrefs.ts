/** The page of a run. */
export const evaluationHref = (slug: string, runId: string): string =>
  `/${slug}/evaluations/${encodeURIComponent(runId)}`;

/** The comparison of two to six runs, the baseline first. */
export const compareHref = (slug: string, runIds: readonly string[]): string =>
  `/${slug}/evaluations/compare?runs=${runIds.map(encodeURIComponent).join(",")}`;

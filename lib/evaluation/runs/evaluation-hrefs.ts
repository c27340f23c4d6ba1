import type { ExampleSelection } from "./example-selection";
import { DEFAULT_PART, type RowChoice } from "./row-choice";

/** The page of a run. */
export const evaluationHref = (slug: string, runId: string): string =>
  `/${slug}/evaluations/${encodeURIComponent(runId)}`;

/** The comparison of two to six runs, the baseline first, over the rows that the page before it counts. */
export function compareHref(
  slug: string,
  runIds: readonly string[],
  { rows = DEFAULT_PART, slice = null, value = null }: Partial<RowChoice> = {},
): string {
  const chosen = Object.entries({ rows: rows === DEFAULT_PART ? null : rows, slice, value });
  const query = chosen.flatMap(([name, text]) => (text === null ? [] : `&${name}=${encodeURIComponent(text)}`));
  return `/${slug}/evaluations/compare?runs=${runIds.map(encodeURIComponent).join(",")}${query.join("")}`;
}

/** The form of a new evaluation with the rows, prompt and scorers of one run, and the models of others. */
export function newEvaluationLike(slug: string, sourceId: string, modelRunIds: readonly string[]): string {
  const query = new URLSearchParams([["like", sourceId], ...modelRunIds.map((id) => ["model", id])]);
  return `/${slug}/evaluations/new?${query}`;
}

/** The form of a new evaluation of all rows of a dataset. */
export const newEvaluationOfDataset = (slug: string, name: string, version: string): string =>
  `/${slug}/evaluations/new?${new URLSearchParams({ dataset: `${name}:${version}` })}`;

/** The new training job whose groups are the selected examples, and whose trajectories are their trials. */
export function newJobOfExamples(slug: string, selection: ExampleSelection): string {
  const { runId, score, show, passes, search, slice, value, slice2, value2 } = selection;
  const query = new URLSearchParams({ source: "traces", evaluation: runId });
  const rest = {
    score,
    examples: show === "all" ? null : show,
    passes,
    slice,
    value,
    slice2,
    value2,
    search: search || null,
  };
  for (const [name, text] of Object.entries(rest)) if (text !== null) query.set(name, String(text));
  return `/${slug}/training/new?${query}`;
}

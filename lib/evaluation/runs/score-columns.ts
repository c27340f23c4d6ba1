import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";

/** A score that some runs have, with the axis that its cells share. */
export interface ScoreColumn {
  readonly id: string;
  readonly kind: ScoreFigures["kind"];
  readonly domain: { readonly low: number; readonly high: number };
}

const order: Readonly<Record<ScoreFigures["kind"], number>> = { boolean: 0, number: 1, text: 2 };

/** Returns the scores of runs: those that most runs have first, yes-or-no before numbers before texts. */
export function prepareScoreColumns(runs: readonly EvaluationFigures[]): ScoreColumn[] {
  const found = new Map<string, ScoreFigures[]>();
  for (const { scores } of runs)
    for (const score of scores) found.set(score.id, [...(found.get(score.id) ?? []), score]);
  return [...found]
    .map(([id, scores]) => ({ id, kind: scores[0]?.kind ?? "number", domain: domainOf(scores), count: scores.length }))
    .sort((left, right) => right.count - left.count || order[left.kind] - order[right.kind])
    .map(({ id, kind, domain }) => ({ id, kind, domain }));
}

/** Shares are drawn from 0 to 1, all others from the lowest to the highest end of their intervals. */
function domainOf(scores: readonly ScoreFigures[]): { low: number; high: number } {
  const values = scores.flatMap(({ mean, minimum, maximum }) =>
    [mean, minimum, maximum].filter((each) => each !== null),
  );
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0 || (low >= 0 && high <= 1)) return { low: 0, high: 1 };
  return { low, high };
}

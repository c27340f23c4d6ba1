import type { LoadedScores } from "@/lib/score/row-scores";
import { scoreOfField } from "@/lib/score/score-field";

/**
 * Returns which of the score fields most of the first rows have; null until the scores of all these rows are loaded.
 *
 * @param ids of the rows from the top of the list
 */
export function commonScores(
  fields: readonly string[],
  ids: readonly string[],
  { byId }: LoadedScores,
): readonly string[] | null {
  const loaded = ids.map((id) => byId.get(id)).filter((scores) => scores !== undefined);
  if (loaded.length === 0 || loaded.length < ids.length) return null;
  return fields.filter(
    (field) => loaded.filter((scores) => scoreOfField(scores, field) !== undefined).length * 2 > loaded.length,
  );
}

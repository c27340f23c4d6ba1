import type { ProjectScore, ScoreKind } from "@/lib/api/contract/feedback/scores";
import type { Handler } from "@/service/traces/handlers/handler";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import {
  MAX_LISTED_SCORES,
  type ProjectScoreRow,
  readProjectScores,
} from "@/service/traces/store/scores/project-scores";
import { scoreNameOf, sourceOfType } from "@/service/traces/store/scores/score-source";

/** Returns the scores of a project, those with most values first. */
export const listScores: Handler<"scores.list"> = async ({ body }, { store, signal }) => {
  const { rows, hasMoreRecords } = await readProjectScores(store, body.project_id, signal);
  const listed = rows.slice(0, MAX_LISTED_SCORES);
  const named = new Map<string, number>();
  for (const { type, member } of listed) {
    const name = scoreNameOf(type, member);
    named.set(name, (named.get(name) ?? 0) + 1);
  }
  return {
    scores: listed.map((row) => onWire(row, (named.get(scoreNameOf(row.type, row.member)) ?? 0) > 1)),
    is_partial: hasMoreRecords || rows.length > MAX_LISTED_SCORES,
  };
};

function onWire(row: ProjectScoreRow, isShared: boolean): ProjectScore {
  const name = scoreNameOf(row.type, row.member);
  const source = sourceOfType(row.type);
  return {
    name,
    source,
    field: isShared ? `score.${name}@${source}` : `score.${name}`,
    feedback_type: row.type,
    kind: kindOf(row),
    count: row.times,
    number_count: row.numbers,
    min: row.least,
    max: row.most,
    mean: row.mean,
    true_count: row.trues,
    false_count: row.falses,
    values: row.valueTexts.map((value, at) => ({ value, count: row.valueCounts[at] ?? 0 })),
    last_at: toWireTime(row.lastAt),
  };
}

function kindOf({ times, numbers, trues, falses }: ProjectScoreRow): ScoreKind {
  if (numbers === times) return "number";
  if (trues + falses === times) return "boolean";
  return numbers + trues + falses === 0 ? "text" : "mixed";
}

import type { ResultOf } from "@/lib/api/contract/operations";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { spanOf } from "@/service/traces/calls/figures-range";
import { scoreOfCells } from "@/service/traces/feedback/score-figures";
import type { Handler } from "@/service/traces/handlers/handler";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { engineTimeOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import { readScoreCells } from "@/service/traces/store/figures/score-cells";
import { isScoreField } from "@/service/traces/store/scores/score-source";

const DEFAULT_LIMIT = 7;
const MAX_LIMIT = 50;

/** Returns what charts show of the scores of the selected calls. Calls that are not scored do not count. */
export const readScoreFigures: Handler<"scores.figures"> = async (
  { body },
  { store, signal },
): Promise<ResultOf<"scores.figures">> => {
  const limit = body.limit ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) throw new InvalidRequestError(`limit must be between 1 and ${MAX_LIMIT}`);
  for (const [at, field] of body.fields.entries()) {
    if (!isScoreField(field)) throw new InvalidRequestError(`fields.${at}: ${field} is not a score: score.NAME`);
  }
  const conditions = callConditions(body);
  const span = await spanOf({ store, signal }, body, conditions);
  const by = body.by ?? null;
  const selection = { projectId: body.project_id, conditions, range: span.range, fields: body.fields, by };
  const hasBuckets = span.range.buckets.length > 0;
  const { cells, values } = hasBuckets ? await readScoreCells(store, selection, signal) : { cells: [], values: [] };
  return {
    after: span.after,
    before: span.before,
    bucket_seconds: span.width,
    starts: span.range.buckets.map((start) => toWireTime(engineTimeOf(start))),
    by,
    scores: body.fields.map((field, at) =>
      scoreOfCells(
        field,
        cells.filter((cell) => cell.field === at),
        values.filter((value) => value.field === at),
        by === null ? 0 : limit,
      ),
    ),
  };
};

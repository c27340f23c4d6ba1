import type { InputOf, ResultOf } from "@/lib/api/contract/operations";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { countCalls } from "@/service/traces/calls/count-calls";
import { previousRange, spanOf } from "@/service/traces/calls/figures-range";
import type { CountedGroup } from "@/service/traces/calls/stats-rows";
import type { Handler } from "@/service/traces/handlers/handler";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import { callKeyText } from "@/service/traces/store/figures/call-groups";
import type { FiguresRequest } from "@/service/traces/store/figures/figures-query";
import { readProjectPrices } from "@/service/traces/store/prices/prices";

type Request = InputOf<"calls.stats">["body"];
type Result = ResultOf<"calls.stats">;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_GROUPS = 10;

/**
 * Returns the data of an overview: totals, buckets, the previous range, and groups. All tokens count once; see
 * usage-ancestors.ts.
 */
export const readCallStats: Handler<"calls.stats"> = async ({ body }, context): Promise<Result> => {
  const conditions = callConditions(body);
  const { groups, keyParams } = groupsOf(body);
  const [span, prices] = await Promise.all([
    spanOf(context, body, conditions),
    readProjectPrices(context.store, body.project_id, context),
  ]);
  const previous = previousRange(body, span);
  const selection = { context, projectId: body.project_id, conditions, prices, keyParams };
  const [now, before] = await Promise.all([
    countCalls(selection, span.range, groups),
    previous && countCalls(selection, previous, []),
  ]);
  return {
    after: span.after,
    before: span.before,
    bucket_seconds: span.width,
    quantile_error: Math.max(now.quantileError, before?.quantileError ?? 0),
    totals: now.totals(),
    buckets: now.buckets(),
    previous: before?.totals() ?? null,
    previous_buckets: before?.buckets() ?? null,
    groups: groups.map(({ by, key, limit, hasBuckets }, at) =>
      key === null ? now.models(limit, hasBuckets) : now.group(by, at, hasBuckets),
    ),
  };
};

interface RequestedGroup extends CountedGroup {
  readonly by: string;
}

function groupsOf({ groups }: Request): {
  readonly groups: readonly RequestedGroup[];
  readonly keyParams: FiguresRequest["keyParams"];
} {
  const params = new SqlParams("key_");
  if ((groups?.length ?? 0) > MAX_GROUPS) throw new InvalidRequestError(`At most ${MAX_GROUPS} groups in a request`);
  const requestedGroups = (groups ?? []).map(({ by, limit: given, with_buckets }): RequestedGroup => {
    const limit = given ?? DEFAULT_LIMIT;
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new InvalidRequestError(`The limit of a group must be between 1 and ${MAX_LIMIT}`);
    }
    return { by, limit, hasBuckets: with_buckets ?? false, key: by === "model" ? null : callKeyText(by, params) };
  });
  return { groups: requestedGroups, keyParams: params.values() };
}

import type { InputOf, ResultOf } from "@/lib/api/contract/operations";
import { CallFiguresReader, type CountedCalls } from "@/service/calls/call-figures";
import { previousRange, spanOf } from "@/service/calls/figures-range";
import { InvalidRequestError } from "@/service/errors/service-errors";
import type { Handler, HandlerContext } from "@/service/handlers/handler";
import { callConditions } from "@/service/store/calls/call-expression";
import type { CallCondition } from "@/service/store/calls/call-filter";
import { SqlParams } from "@/service/store/engine/sql-params";
import { callKeyText } from "@/service/store/figures/call-groups";
import {
  type FiguresGroup,
  type FiguresRange,
  type FiguresRow,
  figuresQuery,
} from "@/service/store/figures/figures-query";
import { priceBoundaries } from "@/service/store/figures/usage-costs";
import { type ModelNameRow, modelNamesQuery, type TokensRow, usageQuery } from "@/service/store/figures/usage-query";
import { type ProjectPrices, readProjectPrices } from "@/service/store/prices/prices";

type Request = InputOf<"calls.stats">["body"];
type Result = ResultOf<"calls.stats">;
type Reader = Pick<HandlerContext, "store" | "signal">;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_GROUPS = 10;

/**
 * Returns the data of an overview: totals, buckets, the previous range, and groups. All tokens count once; see
 * usage-query.ts.
 */
export const readCallStats: Handler<"calls.stats"> = async ({ body }, context): Promise<Result> => {
  const conditions = callConditions(body);
  const groups = groupsOf(body);
  const span = await spanOf(context, body, conditions);
  const previous = previousRange(body, span);
  const prices = await readProjectPrices(context.store, body.project_id, context);
  const selection = { context, projectId: body.project_id, conditions, prices };
  const [now, before] = await Promise.all([
    countCalls(selection, span.range, groups),
    previous && countCalls(selection, previous, noGroups),
  ]);
  return {
    after: span.after,
    before: span.before,
    bucket_seconds: span.width,
    totals: now.totals(),
    buckets: now.buckets(),
    previous: before?.totals() ?? null,
    previous_buckets: before?.buckets() ?? null,
    groups: groups.requestedGroups.map(({ by, limit, hasBuckets: withBuckets, at }) =>
      at === null ? now.models(limit, withBuckets) : now.group(by, at, withBuckets),
    ),
  };
};

interface RequestedGroup {
  readonly by: string;
  readonly limit: number;
  readonly hasBuckets: boolean;
  /** The index of the group by a key; null for the group by model. */
  readonly at: number | null;
}

interface Groups {
  readonly requestedGroups: readonly RequestedGroup[];
  readonly byKey: readonly FiguresGroup[];
  readonly params: SqlParams;
}

const noGroups: Groups = { requestedGroups: [], byKey: [], params: new SqlParams() };

function groupsOf({ groups }: Request): Groups {
  const params = new SqlParams("key_");
  const byKey: FiguresGroup[] = [];
  if ((groups?.length ?? 0) > MAX_GROUPS) throw new InvalidRequestError(`At most ${MAX_GROUPS} groups in a request`);
  const requestedGroups = (groups ?? []).map(({ by, limit: given, with_buckets }): RequestedGroup => {
    const limit = given ?? DEFAULT_LIMIT;
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new InvalidRequestError(`The limit of a group must be between 1 and ${MAX_LIMIT}`);
    }
    const withBuckets = with_buckets ?? false;
    if (by === "model") return { by, limit, hasBuckets: withBuckets, at: null };
    byKey.push({ key: callKeyText(by, params), limit, hasBuckets: withBuckets });
    return { by, limit, hasBuckets: withBuckets, at: byKey.length - 1 };
  });
  return { requestedGroups, byKey, params };
}

interface Selection {
  readonly context: Reader;
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  readonly prices: ProjectPrices;
}

async function countCalls(selection: Selection, range: FiguresRange, groups: Groups): Promise<CallFiguresReader> {
  const { projectId, conditions, prices } = selection;
  const { store, signal } = selection.context;
  const nothing: CountedCalls = { figures: [], tokens: [], models: [], modelNames: [], prices, buckets: range.buckets };
  if (range.buckets.length === 0) return new CallFiguresReader(nothing);
  const request = { projectId, conditions, range, keyParams: groups.params.values() };
  const [figures, named] = await Promise.all([
    store.read<FiguresRow>({ ...figuresQuery(request, groups.byKey), signal }),
    store.read<{ model: string }>({ ...modelNamesQuery(projectId, range), signal }),
  ]);
  if (named.length === 0) return new CallFiguresReader({ ...nothing, figures });
  const models = named.map(({ model }) => model);
  const shown = groups.byKey.map(({ key, hasBuckets: withBuckets }, at) => ({
    key,
    hasBuckets: withBuckets,
    values: valuesOf(figures, at),
  }));
  const usage = { ...request, models, boundaries: priceBoundaries(models, prices) };
  const byModel = groups.requestedGroups.some(({ at }) => at === null);
  const rows = await store.read<TokensRow | ModelNameRow>({ ...usageQuery(usage, shown, { byModel }), signal });
  return new CallFiguresReader({
    ...nothing,
    figures,
    tokens: rows.flatMap((row) => (row.kind === "tokens" ? row : [])),
    models: rows.flatMap((row) => (row.kind === "model" ? row : [])),
    modelNames: models,
  });
}

/** The values of a group that are shown, in their order. */
function valuesOf(rows: readonly FiguresRow[], at: number): string[] {
  return rows.flatMap(({ groupAt, isShown, bucket, value }) =>
    groupAt === at && isShown && bucket === null ? value : [],
  );
}

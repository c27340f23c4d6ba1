import type { InputOf, ResultOf } from "@/lib/api/contract/operations";
import { InvalidRequest, ValidationFailed } from "@/service/http/errors";
import type { Handler, HandlerContext } from "@/service/http/handler";
import { CallFiguresReader, type CountedCalls } from "@/service/operations/call-figures";
import { callConditions } from "@/service/store/call-expression";
import type { CallCondition } from "@/service/store/call-filter";
import { callKeyText } from "@/service/store/call-groups";
import { whereCalls } from "@/service/store/call-keys";
import {
  type FiguresGroup,
  type FiguresRange,
  type FiguresRow,
  figuresQuery,
  type Micros,
  rangeCondition,
} from "@/service/store/figures-query";
import { type ProjectPrices, readProjectPrices } from "@/service/store/prices";
import { SqlParams } from "@/service/store/sql-params";
import { bucketStarts, endOfBuckets, mostBuckets, roundWidth, type Seconds } from "@/service/store/time-buckets";
import {
  type EngineTime,
  engineTimeNow,
  engineTimeOf,
  microsOf,
  toEngineTime,
  toWireTime,
} from "@/service/store/timestamps";
import { priceBoundaries } from "@/service/store/usage-costs";
import { type ModelRow, modelNamesQuery, type TokensRow, usageQuery } from "@/service/store/usage-query";

type Request = InputOf<"calls.stats">["body"];
type Result = ResultOf<"calls.stats">;
type Reader = Pick<HandlerContext, "store" | "signal">;

const defaultLimit = 50;
const highestLimit = 200;
const mostGroups = 10;

/** What an overview shows: totals, buckets, the range before, and groups. All tokens count once; see usage-query.ts. */
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
    groups: groups.asked.map(({ by, limit, withBuckets, at }) =>
      at === null ? now.models(limit, withBuckets) : now.group(by, at, withBuckets),
    ),
  };
};

interface AskedGroup {
  readonly by: string;
  readonly limit: number;
  readonly withBuckets: boolean;
  /** Which of the groups by a key; null for the one by model. */
  readonly at: number | null;
}

interface Groups {
  readonly asked: readonly AskedGroup[];
  readonly byKey: readonly FiguresGroup[];
  readonly params: SqlParams;
}

const noGroups: Groups = { asked: [], byKey: [], params: new SqlParams() };

function groupsOf({ groups }: Request): Groups {
  const params = new SqlParams("key_");
  const byKey: FiguresGroup[] = [];
  if ((groups?.length ?? 0) > mostGroups) throw new InvalidRequest(`At most ${mostGroups} groups in a request`);
  const asked = (groups ?? []).map(({ by, limit: given, with_buckets }): AskedGroup => {
    const limit = given ?? defaultLimit;
    if (limit < 1 || limit > highestLimit) {
      throw new InvalidRequest(`The limit of a group must be between 1 and ${highestLimit}`);
    }
    const withBuckets = with_buckets ?? false;
    if (by === "model") return { by, limit, withBuckets, at: null };
    byKey.push({ key: callKeyText(by, params), limit, withBuckets });
    return { by, limit, withBuckets, at: byKey.length - 1 };
  });
  return { asked, byKey, params };
}

/** The range that is counted, and how the answer states it. */
interface Span {
  readonly range: FiguresRange;
  readonly width: Seconds;
  readonly after: string | null;
  readonly before: string | null;
}

const emptyWidth = 60;

/**
 * A side that was left open ends with the calls themselves; after a beginning that was asked for it reaches to this
 * moment at least, so that a silence of the last hours is seen.
 */
async function spanOf(context: Reader, body: Request, conditions: readonly CallCondition[]): Promise<Span> {
  const after = timeOf(body.after, "after");
  const before = timeOf(body.before, "before");
  const edges = after !== null && before !== null ? [after, before] : await openEdges(context, body, conditions);
  const zone = body.time_zone ?? "UTC";
  const width = (from: Seconds, to: Seconds) => body.bucket_seconds ?? roundWidth(from, to);
  const [first, last] = edges;
  if (first === undefined || last === undefined) {
    bucketStarts(0, 0, body.bucket_seconds ?? emptyWidth, zone);
    const wire = (time: EngineTime | null) => (time === null ? null : toWireTime(time));
    const range = { after, before, buckets: [] };
    return { range, width: body.bucket_seconds ?? emptyWidth, after: wire(after), before: wire(before) };
  }
  if (first > last) throw new InvalidRequest("after must not be later than before");
  const [from, to] = [Math.floor(secondsOf(first)), secondsOf(last)];
  const wide = width(from, to);
  // A call at an open end must lie in the last bucket.
  const starts = bucketStarts(from, before === null ? to + 1e-6 : to, wide, zone);
  return {
    range: { after, before, buckets: starts.map(microsOfSeconds) },
    width: wide,
    after: toWireTime(after ?? engineTimeOf(microsOfSeconds(starts[0] ?? from))),
    before: toWireTime(before ?? engineTimeOf(microsOfSeconds(endOfBuckets(starts, wide, zone)))),
  };
}

/** The range of the selected calls where one was not asked for; nothing when there is none. */
async function openEdges(
  { store, signal }: Reader,
  body: Request,
  conditions: readonly CallCondition[],
): Promise<readonly EngineTime[]> {
  const after = timeOf(body.after, "after");
  const before = timeOf(body.before, "before");
  const where = whereCalls(body.project_id, [...conditions, rangeCondition({ after, before })]);
  const [row] = await store.read<{ calls: number; first: EngineTime; last: EngineTime }>({
    sql: `SELECT count() AS calls, toString(min(call_parts.started_at)) AS first, toString(max(call_parts.started_at)) AS last
FROM ${where.source} WHERE ${where.sql}`,
    params: where.params,
    signal,
  });
  const hasCalls = row !== undefined && row.calls > 0;
  if (after !== null) {
    const now = engineTimeNow();
    const last = hasCalls && row.last > now ? row.last : now;
    return [after, last < after ? after : last];
  }
  return hasCalls ? [row.first, before ?? row.last] : [];
}

/** Buckets as far into the second range as those of the first are into theirs. */
function previousRange({ after: first, previous }: Request, { range, width }: Span): FiguresRange | null {
  if (!previous) return null;
  const after = timeOf(previous.after, "previous.after");
  const before = timeOf(previous.before, "previous.before");
  const start = timeOf(first, "after");
  if (start === null || after === null || before === null) {
    throw new InvalidRequest("A previous range needs the range after which it is drawn: after is missing");
  }
  if (after > before) throw new InvalidRequest("previous.after must not be later than previous.before");
  const shift = Number(microsOf(after) - microsOf(start));
  const end = Number(microsOf(before));
  const buckets = range.buckets.map((at) => at + shift);
  const step = microsOfSeconds(width);
  for (let next = (buckets.at(-1) ?? end) + step; next < end && buckets.length < mostBuckets; next += step)
    buckets.push(next);
  return { after, before, buckets };
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
  const shown = groups.byKey.map(({ key, withBuckets }, at) => ({ key, withBuckets, values: valuesOf(figures, at) }));
  const usage = { ...request, models, boundaries: priceBoundaries(models, prices) };
  const byModel = groups.asked.some(({ at }) => at === null);
  const rows = await store.read<TokensRow | ModelRow>({ ...usageQuery(usage, shown, { byModel }), signal });
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

function timeOf(time: string | number | null | undefined, member: string): EngineTime | null {
  if (time === null || time === undefined) return null;
  const engineTime = toEngineTime(time);
  if (engineTime !== null) return engineTime;
  const msg = "Input should be a date-time between the years 1900 and 2299";
  throw new ValidationFailed([{ loc: ["body", ...member.split(".")], msg, type: "datetime_parsing" }]);
}

const secondsOf = (time: EngineTime): Seconds => Number(microsOf(time)) / 1e6;
const microsOfSeconds = (seconds: Seconds): Micros => seconds * 1e6;

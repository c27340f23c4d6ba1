import { countCalls } from "@/service/traces/calls/count-calls";
import type { Services } from "@/service/traces/handlers/handler";
import { type CallCondition, filterConditions } from "@/service/traces/store/calls/call-filter";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { CALLS_WITH, callsWith } from "@/service/traces/store/figures/call-groups";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import type { DailySpend } from "./budget-forecast";
import { type BudgetPeriod, DAY_MS } from "./budget-period";
import type { BudgetRecord } from "./budget-records";
import { COMPLETION_OPS } from "./completion-ops";

const HOUR_MS = 3_600_000;
const HISTORY_DAYS = 28;
const HOURS = 24;
/** More than a project has. */
const MAX_MODELS = 1000;

/** The groups of Costs that budgets of keys and users are values of. */
const GROUPS = { key: "svc_user_id", user: "end_user" } as const;

export type SpendReader = Pick<Services, "calls" | "store" | "rollups"> & { readonly signal: AbortSignal };

/** What the calls of a budget cost in a time. */
export interface Spend {
  readonly usd: number;
  /** Tokens of models without a price. */
  readonly unpricedTokens: number;
}

type Budget = Pick<BudgetRecord, "projectId" | "settings">;
type Span = BudgetPeriod & { readonly bucketMs: number };

interface Figures {
  readonly cost_usd: number | null;
  readonly unpriced_tokens: number;
  readonly buckets: readonly { readonly start: string | number; readonly cost_usd: number | null }[];
}

const NOTHING: Figures = { cost_usd: null, unpriced_tokens: 0, buckets: [] };

/** Reads the figures that Costs shows of the calls of a budget: of the project, or of one value of a group. */
async function readFigures(
  context: SpendReader,
  { projectId, settings: { scope, value } }: Budget,
  { fromMs, untilMs, bucketMs }: Span,
  conditions: readonly CallCondition[],
): Promise<Figures> {
  const micros = (timeMs: number) => timeMs * 1000;
  const buckets = Array.from({ length: Math.ceil((untilMs - fromMs) / bucketMs) }, (_, at) =>
    micros(fromMs + at * bucketMs),
  );
  const range = { after: engineTimeOf(micros(fromMs)), before: engineTimeOf(micros(untilMs)), buckets };
  const params = new SqlParams("key_");
  const name = value ?? "";
  const key = scope === "key" || scope === "user" ? callsWith(GROUPS[scope], name, params) : null;
  // All other calls are the second value.
  const groups = scope === "project" ? [] : [{ key, limit: 2, hasBuckets: true }];
  const prices = await readProjectPrices(context.store, projectId, context);
  const selection = { context, projectId, conditions, prices, keyParams: params.values() };
  const counted = await countCalls(selection, range, groups);
  if (scope === "project") return { ...counted.totals(), buckets: counted.buckets() };
  const { values } = key === null ? counted.models(MAX_MODELS, true) : counted.group(scope, 0, true);
  const found = values.find((figures) => figures.value === (key === null ? name : CALLS_WITH));
  return found === undefined ? NOTHING : { ...found, buckets: found.buckets ?? [] };
}

const spendOf = ({ cost_usd, unpriced_tokens }: Figures): Spend => ({
  usd: cost_usd ?? 0,
  unpricedTokens: unpriced_tokens,
});

/** Reads what the calls of a budget cost that started in a period, as Costs shows it. */
export async function readSpend(context: SpendReader, budget: Budget, period: BudgetPeriod): Promise<Spend> {
  const bucketMs = period.untilMs - period.fromMs;
  return spendOf(await readFigures(context, budget, { ...period, bucketMs }, []));
}

/** Reads the part of the spend of a period that this service requested itself. */
export async function readOwnSpend(context: SpendReader, budget: Budget, period: BudgetPeriod): Promise<Spend> {
  const bucketMs = period.untilMs - period.fromMs;
  return spendOf(
    await readFigures(context, budget, { ...period, bucketMs }, filterConditions({ op_names: [...COMPLETION_OPS] })),
  );
}

/** Reads the spend of each hour of the whole days before a time. */
export async function readDailySpend(context: SpendReader, budget: Budget, nowMs: number): Promise<DailySpend> {
  const untilMs = nowMs - (nowMs % DAY_MS);
  const fromMs = untilMs - HISTORY_DAYS * DAY_MS;
  const { buckets } = await readFigures(context, budget, { fromMs, untilMs, bucketMs: HOUR_MS }, []);
  const days = Array.from({ length: HISTORY_DAYS }, () => Array.from({ length: HOURS }, () => 0));
  for (const { start, cost_usd: usd } of buckets) {
    const hour = Math.round((new Date(start).getTime() - fromMs) / HOUR_MS);
    const day = days[Math.floor(hour / HOURS)];
    if (day !== undefined) day[hour % HOURS] = usd ?? 0;
  }
  return days;
}

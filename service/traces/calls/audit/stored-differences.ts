import type { AuditDifference } from "@/lib/api/contract/costs/cost-audit";
import { byMedia } from "@/lib/usage/media-tokens";
import { REPORTED_BY, type StoredUsage } from "@/service/traces/store/schema/stored-usage";
import { isSameSum, TOKEN_KINDS } from "./audit-sums";
import type { AuditedCall, ModelTokens } from "./audited-call";

type Kind = (typeof TOKEN_KINDS)[number][1];

const STORED = {
  requests: "requests",
  prompt: "prompt",
  completion: "completion",
  total: "total",
  cacheRead: "cache_read",
  cacheCreation: "cache_creation",
  cacheHour: "cache_hour",
  ...byMedia("kind", ({ column }) => column),
} as const satisfies Readonly<Record<Kind, keyof StoredUsage>>;

const REPORTERS = new Map<number, keyof typeof REPORTED_BY>([
  [REPORTED_BY.sdk, "sdk"],
  [REPORTED_BY.sum, "sum"],
  [REPORTED_BY.request, "request"],
]);

/** Returns where the usage that is stored with a call is not the one that its payload says. */
export function storedDifferences(call: AuditedCall): AuditDifference[] {
  const { id, traceId, usage, stored } = call;
  const found = (model: string, rest: Pick<AuditDifference, "value" | "shown" | "recomputed">): AuditDifference => ({
    ...{ kind: "difference", place: "call", call_id: id, trace_id: traceId, model: model || null },
    ...rest,
  });
  const models = new Set([...usage, ...stored].map(({ model }) => model));
  const differences = [...models].flatMap((model) => {
    const [sent, kept] = [usage.filter((one) => one.model === model), stored.filter((one) => one.model === model)];
    return TOKEN_KINDS.flatMap(([value, kind]) => {
      const [recomputed, shown] = [sumOf(sent, kind), sumOf(kept, STORED[kind])];
      return isSameSum(recomputed, shown) ? [] : [found(model, { value, shown, recomputed })];
    });
  });
  const [recomputed, shown] = [reporterOf(call), REPORTERS.get(call.storedBy) ?? String(call.storedBy)];
  return usage.length === 0 || recomputed === shown
    ? differences
    : [...differences, found(usage[0]?.model ?? "", { value: "reported_by", shown, recomputed })];
}

function reporterOf({ report }: AuditedCall): keyof typeof REPORTED_BY {
  if (report === null || report.isSdk) return "sdk";
  return report.isRequest ? "request" : "sum";
}

/** Null where there is no entry. */
function sumOf<Entry extends ModelTokens | StoredUsage>(
  entries: readonly Entry[],
  member: { [Name in keyof Entry]: Entry[Name] extends number ? Name : never }[keyof Entry],
): number | null {
  return entries.length === 0 ? null : entries.reduce((sum, entry) => sum + Number(entry[member]), 0);
}

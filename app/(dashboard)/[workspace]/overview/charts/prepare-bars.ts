import type { CallFigures, CallGroup } from "@/lib/api/contract/calls/call-stats";
import type { ChartTable } from "@/lib/chart/chart-table";
import { NEUTRAL_COLOR } from "@/lib/chart/series";
import { shortModelName } from "@/lib/format/model-name";
import { formatTokens } from "@/lib/format/tokens";

/** A stacked bar with its value. Widths are shares of the longest bar. */
interface Bar {
  readonly name: string;
  readonly value: number;
  readonly share: number;
  readonly parts: readonly { readonly key: string; readonly share: number; readonly color: string }[];
}

export interface BarsPanelModel {
  readonly bars: readonly Bar[];
  readonly total: number | null;
  readonly table: ChartTable;
  readonly summary: string;
}

export const costParts = [
  { key: "prompt", color: "var(--vat-7)" },
  { key: "completion", color: "var(--vat-4)" },
] as const;

export const storageParts = [
  { key: "inputs", color: "var(--dye-verdigris)" },
  { key: "outputs", color: "var(--dye-woad)" },
  { key: "attributes and summary", color: NEUTRAL_COLOR },
] as const;

interface Measured {
  readonly name: string;
  readonly value: number;
  readonly parts: readonly number[];
}

function barsOf(measured: readonly Measured[], total: number, kinds: readonly { key: string; color: string }[]): Bar[] {
  const ranked = measured.filter(({ value }) => value > 0).sort((left, right) => right.value - left.value);
  const longest = ranked[0]?.value ?? 1;
  return ranked.map(({ name, value, parts }) => ({
    name,
    value,
    share: total > 0 ? value / total : 0,
    parts: kinds.flatMap(({ key, color }, index) => {
      const part = parts[index] ?? 0;
      return part > 0 ? [{ key, color, share: part / longest }] : [];
    }),
  }));
}

/** The costs of models, as the bars need them. */
export interface CostGroup {
  readonly values: readonly (Pick<
    CallFigures,
    "cost_usd" | "prompt_cost_usd" | "completion_cost_usd" | "unpriced_tokens"
  > & { readonly value: string | null })[];
}

/** The sums of all models. */
export interface CostTotals extends Pick<CallFigures, "cost_usd"> {
  readonly usage: Pick<CallFigures["usage"], "total_tokens">;
}

/** The cost of each model, and the models whose tokens have no price. */
export function prepareCost(
  group: CostGroup | undefined,
  totals: CostTotals,
): BarsPanelModel & { readonly unpriced: readonly string[] } {
  const models = (group?.values ?? []).flatMap((entry) =>
    entry.value === null ? [] : [{ ...entry, name: entry.value }],
  );
  const measured = models.map(({ name, cost_usd, prompt_cost_usd, completion_cost_usd }) => ({
    name,
    value: cost_usd ?? 0,
    parts: [prompt_cost_usd ?? 0, completion_cost_usd ?? 0],
  }));
  const bars = barsOf(measured, totals.cost_usd ?? 0, costParts);
  const unpriced = models
    .filter((model) => model.unpriced_tokens > 0)
    .map((model) => `${shortModelName(model.name)} (${formatTokens(model.unpriced_tokens)})`);
  return {
    bars,
    total: totals.cost_usd,
    unpriced,
    table: {
      head: ["Model", "Prompt USD", "Completion USD", "Cost USD", "Tokens without a price"],
      rows: models.map((model) => [
        model.name,
        model.prompt_cost_usd,
        model.completion_cost_usd,
        model.cost_usd,
        model.unpriced_tokens,
      ]),
    },
    summary: `Cost by model. ${bars.length === 0 ? "No tokens with a price." : ""}`.trim(),
  };
}

/** The storage size of each op's calls. */
export function prepareStorage(group: CallGroup | undefined, totals: CallFigures): BarsPanelModel {
  const ops = (group?.values ?? []).flatMap((entry) => (entry.value === null ? [] : [{ ...entry, name: entry.value }]));
  const measured = ops.map(({ name, storage_bytes: bytes }) => ({
    name,
    value: bytes.total,
    parts: [bytes.inputs, bytes.output, bytes.attributes + bytes.summary],
  }));
  return {
    bars: barsOf(measured, totals.storage_bytes.total, storageParts),
    total: totals.storage_bytes.total,
    table: {
      head: ["Op", "Inputs B", "Outputs B", "Attributes B", "Summary B", "Total B"],
      rows: ops.map(({ name, storage_bytes: bytes }) => [
        name,
        bytes.inputs,
        bytes.output,
        bytes.attributes,
        bytes.summary,
        bytes.total,
      ]),
    },
    summary: "Storage by op.",
  };
}

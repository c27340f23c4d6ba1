"use client";

import { useMemo } from "react";
import { useAddToDashboard } from "@/components/dashboard/use-add-to-dashboard";
import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import { groupingOf, termOf } from "@/lib/calls/grouping";
import { ofSource } from "@/lib/calls/source-choice";
import { formatTotalCost } from "@/lib/format/money";
import { formatShortShare } from "@/lib/format/share";
import type { Workspace } from "@/lib/workspace/workspace";
import { BarsPanel } from "./bars-panel";
import { type CostGroup, type CostTotals, costParts, prepareCost } from "./prepare-bars";

type CostPanelProps = {
  /** Absent where the service reads no measures, which dashboards are made of. */
  workspace?: Workspace;
  group: CostGroup | undefined;
  totals: CostTotals;
  scope: TracesScope;
};

const byModel = groupingOf("model");

/** The cost of each model. Models whose tokens have no price are listed, not counted as free. */
export function CostPanel({ workspace, group, totals, scope }: CostPanelProps) {
  const cost = useMemo(() => prepareCost(group, totals), [group, totals]);
  const adding = useAddToDashboard(workspace, {
    ...{ kind: "table", size: "S", figure: "cost_usd", by: "model" },
    ...{ query: ofSource(scope.query, scope.source), rootsOnly: scope.areRootsOnly },
  });
  return (
    <BarsPanel
      title="Cost by model"
      total={formatTotalCost(cost.total)}
      summary={cost.summary}
      table={cost.table}
      fileName="cost-by-model"
      menuItems={adding.item}
      nothing={
        totals.usage.total_tokens === 0
          ? "No call in this range reports token usage."
          : "No tokens in this range have a price."
      }
      parts={costParts}
      className="border-r border-line max-md:border-r-0 max-md:border-b"
      rows={cost.bars.map((bar) => ({
        key: bar.name,
        label: bar.name,
        value: formatTotalCost(bar.value),
        note: formatShortShare(bar.share),
        href: tracesHref(scope, { terms: [termOf(byModel, bar.name)] }),
        parts: bar.parts,
      }))}
      note={
        <>
          {cost.unpriced.length === 0 ? null : (
            <p className="px-4 py-2 text-micro text-ink-2 [overflow-wrap:anywhere]">
              Tokens without a price: {cost.unpriced.join(", ")}
            </p>
          )}
          {adding.dialog}
        </>
      }
    />
  );
}

"use client";

import { X } from "lucide-react";
import type { StoredPrices } from "@/app/(dashboard)/[workspace]/costs/prices/listed-prices";
import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { RecordPane } from "@/app/(dashboard)/[workspace]/costs/records/record-pane";
import type { Spend } from "@/app/(dashboard)/[workspace]/costs/spend/prepare-spend";
import { WhatIf, type WhatIfChanges } from "@/app/(dashboard)/[workspace]/costs/what-if/what-if";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Tabs } from "@/components/ui/tabs";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import type { CostsParams, OnCostsParams } from "./search-params";

const PriceMapChart = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/costs/charts/price-map")).PriceMapChart,
);

const PriceHistoryChart = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/costs/charts/price-history")).PriceHistoryChart,
);

/** Loads the charts while the page waits for the prices. */
export function preloadPriceCharts(): void {
  void PriceMapChart.preload();
  void PriceHistoryChart.preload();
}

type PricesAsideProps = {
  workspace: Workspace;
  costs: StoredPrices;
  params: CostsParams;
  /** The record that it shows. */
  shown: PriceRecord;
  /** Below wide screens it covers the list once a record is selected. */
  isChosen: boolean;
  nowMs: number;
  canEnd: boolean;
  onSelect: (id: string | null) => void;
  onToggleChart: () => void;
  onParams: OnCostsParams;
  /** The spend by model, when available. */
  spend: Spend | null;
  rangeName: string;
  onCopy: () => void;
};

/** Shows, next to the records, all current prices on a map, the history of one model, and one record as stored. */
export function PricesAside(props: PricesAsideProps) {
  const { workspace, costs, params, shown, isChosen, nowMs, onSelect } = props;
  const isMap = params.chart === "map";
  return (
    <aside
      aria-label="Price details"
      className={classNames(
        "flex min-h-0 min-w-0 flex-col max-xl:fixed max-xl:top-(--top-h) max-xl:right-0 max-xl:bottom-0 max-xl:z-[8] max-xl:w-[440px] max-xl:max-w-full max-xl:border-l max-xl:border-line-strong max-xl:bg-surface max-md:bottom-[52px] max-md:w-full",
        !isChosen && "max-xl:hidden",
      )}
    >
      <div className="flex h-9 flex-none items-center pr-1.5 pl-4 xl:hidden">
        <span className="truncate text-code">{shown.model}</span>
        <Button kind="ghost" size="icon-small" aria-label="Close" className="ml-auto" onClick={() => onSelect(null)}>
          <X size={15} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </div>
      {isMap ? (
        <PriceMapChart
          records={costs.records}
          status={costs.standing}
          styles={costs.styles}
          per={params.per}
          selected={shown}
          onSelect={onSelect}
        />
      ) : null}
      <PriceHistoryChart
        model={shown.model}
        records={costs.byModel.get(shown.model) ?? []}
        per={params.per}
        nowMs={nowMs}
        selectedId={shown.id}
        isLarge={!isMap}
        onToggle={props.onToggleChart}
        className={isMap ? "h-44 flex-none border-t border-line" : "min-h-44 flex-1"}
      />
      <Tabs
        label="About the record"
        value={params.pane}
        onChange={(pane) => props.onParams({ pane }, "replace")}
        className="h-[252px] flex-none border-t border-line"
        tabs={[
          {
            value: "what-if",
            label: "What if",
            content: (
              <div className="min-h-0 flex-1 overflow-auto">
                <WhatIf
                  shown={shown}
                  records={costs.records}
                  standing={costs.standing}
                  spend={props.spend}
                  rangeName={props.rangeName}
                  changes={changesOf(params)}
                  onChange={(changes) => props.onParams(paramsOf(changes), "replace")}
                  per={params.per}
                  own={{ promptCost: params["what-if-prompt"], completionCost: params["what-if-completion"] }}
                  onCustomPriceChange={({ promptCost, completionCost }) =>
                    props.onParams({ "what-if-prompt": promptCost, "what-if-completion": completionCost }, "replace")
                  }
                />
              </div>
            ),
          },
          {
            value: "record",
            label: "Record",
            content: (
              <RecordPane
                key={shown.id}
                workspace={workspace}
                record={shown}
                canEnd={props.canEnd}
                onCopy={props.onCopy}
                onEnded={() => onSelect(null)}
              />
            ),
          },
        ]}
      />
    </aside>
  );
}

function changesOf(params: CostsParams): WhatIfChanges {
  return {
    ...(params["what-if-in"] === null ? {} : { tokensIn: params["what-if-in"] }),
    ...(params["what-if-out"] === null ? {} : { tokensOut: params["what-if-out"] }),
    ...(params["what-if-requests"] === null ? {} : { requestsPerDay: params["what-if-requests"] }),
    ...(params["what-if-cached"] === null ? {} : { shareCached: params["what-if-cached"] }),
  };
}

function paramsOf(changes: WhatIfChanges): Partial<CostsParams> {
  return {
    "what-if-in": changes.tokensIn ?? null,
    "what-if-out": changes.tokensOut ?? null,
    "what-if-requests": changes.requestsPerDay ?? null,
    "what-if-cached": changes.shareCached ?? null,
  };
}

"use client";

import { useCallback, useEffect, useMemo, useRef } from "react";
import { CostsFilterBar } from "@/app/(dashboard)/[workspace]/costs/prices/costs-filter-bar";
import { CostsFoot } from "@/app/(dashboard)/[workspace]/costs/prices/costs-foot";
import { CostsList } from "@/app/(dashboard)/[workspace]/costs/prices/costs-list";
import { exportRecords } from "@/app/(dashboard)/[workspace]/costs/prices/export-records";
import { type CostFilters, filterLabels } from "@/app/(dashboard)/[workspace]/costs/prices/prepare-filter-labels";
import { PricesActions } from "@/app/(dashboard)/[workspace]/costs/prices/prices-actions";
import { useCosts } from "@/app/(dashboard)/[workspace]/costs/prices/use-costs";
import { useCostsKeys } from "@/app/(dashboard)/[workspace]/costs/prices/use-costs-keys";
import { useColumns } from "@/app/(dashboard)/[workspace]/costs/prices/use-price-columns";
import { priceCountsText } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { unpricedModels } from "@/app/(dashboard)/[workspace]/costs/spend/prepare-spend";
import { UnpricedBand } from "@/app/(dashboard)/[workspace]/costs/spend/unpriced-band";
import { useSpend } from "@/app/(dashboard)/[workspace]/costs/spend/use-spend";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { useNow } from "@/components/browser/use-now";
import { usePersonalChoice } from "@/components/browser/use-personal-choice";
import { openedLater } from "@/components/dialog/opened-later";
import { densities } from "@/components/table/columns-popover";
import { timeRangeName } from "@/lib/filter/time-range";
import { classNames } from "@/lib/style/class-names";
import { nextSort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import { CostsHead } from "./costs-head";
import { PricesAside, preloadPriceCharts } from "./prices-side-panel";
import type { CostsParams, OnCostsParams } from "./search-params";

const PriceImport = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/costs/new-prices/price-import")).PriceImport,
);

type PricesPanelProps = {
  workspace: Workspace;
  params: CostsParams;
  onParams: OnCostsParams;
  /** Absent for users who may not add prices. */
  onAdd: ((model: string) => void) | undefined;
};

const noFilters: CostFilters = { q: "", models: [], providers: [], where: "", superseded: "shown" };

/** The price records, and next to them map, history and one record. */
export function PricesPanel({ workspace, params, onParams, onAdd }: PricesPanelProps) {
  const isPhone = useIsPhone();
  // A minute is precise enough for a price to take effect.
  const nowMs = useNow(60_000);
  const searchBox = useRef<HTMLInputElement>(null);
  const [density, setDensity] = usePersonalChoice("heddle-density", densities, "32");
  const { spend, range } = useSpend(workspace, "model", "all");
  const columns = useColumns(params.cols, (cols) => onParams({ cols }), spend !== null);
  const costs = useCosts(workspace, { ...params, fields: columns.fields, spend }, nowMs);
  // The outside system is the network, which waits for the prices meanwhile.
  useEffect(preloadPriceCharts, []);
  const chosen = costs.records.find(({ id }) => id === params.sel);
  // The side panel shows the first record until one is selected, with all fields and not only the columns of the list.
  const first = costs.rows[0]?.record;
  const shown = chosen ?? costs.records.find(({ id }) => id === first?.id) ?? first;
  const select = (sel: string | null) => onParams({ sel }, "replace");
  const toggleChart = () => onParams({ chart: params.chart === "map" ? "history" : "map" });
  const change = (filters: Partial<CostFilters>) => onParams({ ...filters, offset: 0 });
  const currentOf = useCallback(
    (model: string) => (costs.byModel.get(model) ?? []).find(({ id }) => costs.standing.get(id) === "current") ?? null,
    [costs.byModel, costs.standing],
  );
  const inUse = useMemo(() => {
    const called = spend?.rows.flatMap(({ value }) => value ?? []) ?? [];
    return [...new Set([...called, ...costs.byModel.keys()])];
  }, [spend, costs.byModel]);
  const add = onAdd && (() => onAdd(chosen?.model ?? ""));
  const keys = useCostsKeys({
    workspace,
    rows: costs.rows,
    shown,
    onSelect: select,
    onHistory: toggleChart,
    onSearch: () => searchBox.current?.focus(),
  });
  const isBeside = costs.records.length > 0 && costs.failure === null && shown !== undefined;
  return (
    <>
      <CostsHead
        count={costs.counts === null ? undefined : priceCountsText(costs.counts)}
        view="prices"
        onViewChange={(view) => onParams({ view })}
      >
        <PricesActions
          per={params.per}
          onPerChange={(per) => onParams({ per })}
          columns={columns.columns}
          arrangement={columns.arrangement}
          onArrange={columns.arrange}
          density={density}
          onDensityChange={setDensity}
          onAdd={add}
          onImport={onAdd && (() => onParams({ published: true }))}
          onExport={() => exportRecords(workspace, costs.rows)}
          canExport={costs.rows.length > 0}
        />
      </CostsHead>
      {params.published && onAdd ? (
        <PriceImport
          workspace={workspace}
          per={params.per}
          models={inUse}
          currentOf={currentOf}
          onClose={() => onParams({ published: false })}
        />
      ) : null}
      <CostsFilterBar filters={params} costs={costs} onChange={change} inputRef={searchBox} />
      <div
        className={classNames(
          "grid min-h-0 flex-1 border-t border-line",
          isBeside && "xl:grid-cols-[minmax(0,1fr)_484px]",
        )}
      >
        <div className="flex min-h-0 min-w-0 flex-col border-line xl:border-r">
          <CostsList
            workspace={workspace}
            costs={costs}
            isPhone={isPhone}
            rowHeightPx={Number(density)}
            sort={params.sort}
            onSortChange={(field) => onParams({ sort: nextSort(params.sort, field), offset: 0 })}
            columns={columns.columns}
            arrangement={columns.arrangement}
            onArrange={columns.arrange}
            selectedId={chosen?.id ?? (isPhone ? null : (shown?.id ?? null))}
            onSelect={select}
            filters={filterLabels(params)}
            onClearFilters={() => change(noFilters)}
            onFirstPage={() => onParams({ offset: 0 })}
            onAdd={add}
          />
          {spend ? (
            <UnpricedBand models={unpricedModels(spend)} rangeName={timeRangeName(range, nowMs)} onAdd={onAdd} />
          ) : null}
          <CostsFoot
            costs={costs}
            per={params.per}
            onOffsetChange={(offset) => onParams({ offset })}
            onLimitChange={(limit) => onParams({ limit, offset: 0 })}
          />
        </div>
        {isBeside ? (
          <PricesAside
            workspace={workspace}
            costs={costs}
            params={params}
            shown={shown}
            isChosen={chosen !== undefined}
            nowMs={nowMs}
            canEnd={onAdd !== undefined}
            onSelect={select}
            onToggleChart={toggleChart}
            onParams={onParams}
            spend={spend}
            rangeName={timeRangeName(range, nowMs)}
            onCopy={keys.copy}
          />
        ) : null}
      </div>
    </>
  );
}

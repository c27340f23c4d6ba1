"use client";

import { X } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useRef } from "react";
import { useIsPhone } from "@/components/layout/use-is-phone";
import { useNow } from "@/components/layout/use-now";
import { usePersonalChoice } from "@/components/layout/use-personal-choice";
import type { Workspace } from "@/components/layout/use-workspace";
import { WorkspaceGate } from "@/components/layout/workspace-gate";
import { nextSort } from "@/components/table/table-column";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { useHasRole } from "../../settings/use-role";
import { densities } from "../traces/columns-popover";
import { AddPrice } from "./add-price";
import { type CostFilters, CostsFilterBar } from "./costs-filter-bar";
import { CostsFoot } from "./costs-foot";
import { CostsHead } from "./costs-head";
import { CostsList } from "./costs-list";
import { exportRecords } from "./export-records";
import { filterWords } from "./prepare-filter-words";
import { PriceHistoryChart } from "./price-history";
import { PriceMapChart } from "./price-map";
import { RecordPane } from "./record-pane";
import { costsParams } from "./search-params";
import { useColumns } from "./use-columns";
import { useCosts } from "./use-costs";
import { useCostsKeys } from "./use-costs-keys";

/** The prices of a workspace's project. */
export function CostsView() {
  return <WorkspaceGate>{(workspace) => <Costs key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

const noFilters: CostFilters = { q: "", models: [], providers: [], superseded: "shown" };

function Costs({ workspace }: { workspace: Workspace }) {
  const isPhone = useIsPhone();
  const isMember = useHasRole("member");
  // A minute is near enough for a price to take effect.
  const nowMs = useNow(60_000);
  const searchBox = useRef<HTMLInputElement>(null);
  const [params, setParams] = useQueryStates(costsParams, { history: "push" });
  const [density, setDensity] = usePersonalChoice("heddle-density", densities, "32");
  const columns = useColumns(params.cols, (cols) => void setParams({ cols }));
  const costs = useCosts(workspace, { ...params, fields: columns.fields }, nowMs);
  const chosen = costs.records.find(({ id }) => id === params.sel);
  // What is beside the list is about the first record until one is chosen.
  const shown = chosen ?? costs.rows[0]?.record;
  const select = (sel: string | null) => void setParams({ sel }, { history: "replace" });
  const toggleChart = () => void setParams({ chart: params.chart === "map" ? "history" : "map" });
  const change = (filters: Partial<CostFilters>) => void setParams({ ...filters, offset: 0 });
  const onAdd = isMember ? () => void setParams({ new: true }) : undefined;
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
        counts={costs.counts}
        per={params.per}
        onPerChange={(per) => void setParams({ per })}
        {...columns}
        onArrange={columns.arrange}
        density={density}
        onDensityChange={setDensity}
        onAdd={onAdd}
        onExport={() => exportRecords(workspace, costs.rows)}
        canExport={costs.rows.length > 0}
      />
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
            rowHeight={Number(density)}
            sort={params.sort}
            onSortChange={(field) => void setParams({ sort: nextSort(params.sort, field), offset: 0 })}
            arrangement={columns.arrangement}
            onArrange={columns.arrange}
            selectedId={chosen?.id ?? (isPhone ? null : (shown?.id ?? null))}
            onSelect={select}
            filters={filterWords(params)}
            onClearFilters={() => change(noFilters)}
            onFirstPage={() => void setParams({ offset: 0 })}
            onAdd={onAdd}
          />
          <CostsFoot
            costs={costs}
            per={params.per}
            onOffsetChange={(offset) => void setParams({ offset })}
            onLimitChange={(limit) => void setParams({ limit, offset: 0 })}
          />
        </div>
        {isBeside ? (
          <aside
            aria-label="Prices beside the list"
            className={classNames(
              "flex min-h-0 min-w-0 flex-col max-xl:fixed max-xl:top-(--top-h) max-xl:right-0 max-xl:bottom-0 max-xl:z-[8] max-xl:w-[440px] max-xl:max-w-full max-xl:border-l max-xl:border-line-strong max-xl:bg-surface max-md:bottom-[52px] max-md:w-full",
              chosen === undefined && "max-xl:hidden",
            )}
          >
            <div className="flex h-9 flex-none items-center pr-1.5 pl-4 xl:hidden">
              <span className="truncate text-code">{shown.model}</span>
              <Button
                kind="ghost"
                size="icon-small"
                aria-label="Close"
                className="ml-auto"
                onClick={() => select(null)}
              >
                <X size={15} strokeWidth={1.7} aria-hidden="true" />
              </Button>
            </div>
            {params.chart === "map" ? (
              <PriceMapChart
                records={costs.records}
                standing={costs.standing}
                styles={costs.styles}
                per={params.per}
                selected={shown}
                onSelect={select}
              />
            ) : null}
            <PriceHistoryChart
              model={shown.model}
              records={costs.byModel.get(shown.model) ?? []}
              per={params.per}
              nowMs={nowMs}
              selectedId={shown.id}
              isLarge={params.chart === "history"}
              onToggle={toggleChart}
              className={params.chart === "map" ? "h-44 flex-none border-t border-line" : "min-h-44 flex-1"}
            />
            <RecordPane
              key={shown.id}
              workspace={workspace}
              record={shown}
              canEnd={isMember === true}
              onCopy={keys.copy}
              onEnded={() => select(null)}
            />
          </aside>
        ) : null}
      </div>
      {params.new && isMember ? (
        <AddPrice
          workspace={workspace}
          per={params.per}
          like={chosen ? { model: chosen.model, provider: chosen.provider } : null}
          onClose={() => void setParams({ new: false })}
          onAdded={(sel) => void setParams({ new: false, sel })}
        />
      ) : null}
    </>
  );
}

"use client";

import { useCallback } from "react";
import { FailureState } from "@/components/state/failure-state";
import { InvalidFilter } from "@/components/state/invalid-filter";
import { DataTable } from "@/components/table/data-table";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import type { TableColumn } from "@/components/table/table-column";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import type { Sort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PriceListRow } from "./costs-columns";
import { CostsUnsupported, NoPriceMatch, NoPrices } from "./costs-states";
import type { ListedPrices } from "./listed-prices";
import { PhonePrices } from "./phone-prices";

type CostsListProps = {
  workspace: Workspace;
  costs: ListedPrices;
  isPhone: boolean;
  rowHeightPx: number;
  sort: Sort;
  onSortChange: (field: string) => void;
  columns: readonly TableColumn<PriceListRow>[];
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** Descriptions of the active filters. */
  filters: readonly string[];
  onClearFilters: () => void;
  onFirstPage: () => void;
  onAdd: (() => void) | undefined;
};

const nothing = () => undefined;

/** The records, or the reason why none can be shown. */
export function CostsList(props: CostsListProps) {
  const { workspace, costs, isPhone, selectedId } = props;
  const { rows } = costs;
  const rowAt = useCallback((index: number): PriceListRow | undefined => rows[index], [rows]);
  if (costs.failure?.kind === "unsupported") return <CostsUnsupported workspace={workspace} onRetry={costs.retry} />;
  if (costs.failure) return <FailureState failure={costs.failure} onRetry={costs.retry} />;
  const after = <AfterRows {...props} />;
  return (
    <>
      <div className="relative h-0">
        {costs.isFetching ? <ProgressBar label="Loading prices" className="absolute inset-x-0 top-0 z-[3]" /> : null}
      </div>
      {isPhone ? (
        <PhonePrices rows={rows} onOpen={props.onSelect}>
          {after}
        </PhonePrices>
      ) : (
        <DataTable<PriceListRow>
          label="Price records"
          columns={props.columns}
          count={rows.length}
          rowAt={rowAt}
          rowId={(row) => row.record.id}
          rowHeightPx={props.rowHeightPx}
          totalCount={costs.hasMore ? null : rows.length}
          sort={props.sort}
          onSortChange={props.onSortChange}
          arrangement={props.arrangement}
          onArrange={props.onArrange}
          selected={new Set(selectedId === null ? [] : [selectedId])}
          cursorIndex={rows.findIndex(({ record }) => record.id === selectedId)}
          rowTone={() => null}
          onRowPressed={(row) => props.onSelect(row.record.id)}
          onNearEnd={nothing}
          onRangeChange={nothing}
        >
          {after}
        </DataTable>
      )}
    </>
  );
}

function AfterRows(props: CostsListProps) {
  const { workspace, costs, filters, onAdd } = props;
  if (costs.problem !== null) {
    const problems = [{ message: `Expression: ${costs.problem}` }];
    return <InvalidFilter things="prices" problems={problems} onClearFilters={props.onClearFilters} />;
  }
  if (costs.isPending) return <SkeletonRows count={14} rowHeight={props.rowHeightPx} />;
  if (costs.rows.length > 0) return null;
  if (filters.length === 0 && costs.offset === 0) return <NoPrices workspace={workspace} onAdd={onAdd} />;
  return (
    <NoPriceMatch
      filters={filters}
      unfiltered={costs.counts?.records ?? null}
      offset={costs.offset}
      onClear={props.onClearFilters}
      onFirstPage={props.onFirstPage}
    />
  );
}

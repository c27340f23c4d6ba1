"use client";

import { ArrowUp, Download, Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { PathChoices } from "@/app/(dashboard)/[workspace]/traces/columns/path-choices";
import type { CallCounts } from "@/app/(dashboard)/[workspace]/traces/list/use-call-counts";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { SavedViews } from "@/components/saved-view/saved-views";
import { SourceSwitch } from "@/components/source/source-switch";
import type { SourceSwitchProps } from "@/components/source/source-switch-props";
import { ColumnsPopover, type Density, densities, densityNames } from "@/components/table/columns-popover";
import type { TableColumn } from "@/components/table/table-column";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import type { ObservedPath } from "@/lib/calls/path-columns";
import { formatCount } from "@/lib/format/count";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import { RowsSwitch, type RowsSwitchProps } from "./rows-switch";

type TracesHeadProps = RowsSwitchProps & {
  more: ReactNode;
  onExport: () => void;
  /** Null on a service that is not known to tell sources apart. */
  source: SourceSwitchProps | null;
  counts: CallCounts;
  newCount: number;
  onShowNew: () => void;
  columns: readonly TableColumn<CallListRow>[];
  observedPaths: readonly ObservedPath[];
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
  density: Density;
  onDensityChange: (density: Density) => void;
};

/** The title, the number of calls, the number of new calls, and the layout controls. */
export function TracesHead(props: TracesHeadProps) {
  const { counts, newCount, onShowNew, density, onDensityChange } = props;
  return (
    <PageHead title="Traces" count={countText(counts)}>
      <RowsSwitch {...props} className="ml-1.5 max-md:hidden" />
      <div className="ml-auto flex flex-none items-center gap-1.5">
        <span role="status" className="contents">
          {newCount > 0 ? (
            <Button kind="ghost" size="small" onClick={onShowNew} className="text-accent-text">
              <ArrowUp size={12} strokeWidth={2} aria-hidden="true" />
              {formatCount(newCount)} new
            </Button>
          ) : null}
        </span>
        {newCount > 0 ? <span className="mx-1 h-4 w-px flex-none bg-line-strong max-md:hidden" /> : null}
        <SavedViews page="traces" />
        {props.source === null ? null : <SourceSwitch {...props.source} />}
        <ColumnsPopover
          columns={props.columns}
          arrangement={props.arrangement}
          onArrange={props.onArrange}
          placeholder="Find column or path"
          more={(words, onDone) => (
            <PathChoices
              words={words}
              observedPaths={props.observedPaths}
              chosen={props.columns.map(({ id }) => id)}
              onChoose={(path) => {
                props.onArrange(withColumn(props.arrangement, path));
                onDone();
              }}
            />
          )}
          density={density}
          onDensityChange={onDensityChange}
        />
        <Button
          size="small"
          aria-label={`Row height: ${densityNames[density]}`}
          onClick={() => onDensityChange(densities[(densities.indexOf(density) + 1) % densities.length] ?? "32")}
          icon={<Rows3 size={14} strokeWidth={1.7} aria-hidden="true" />}
          className="max-md:hidden"
        >
          {densityNames[density]}
        </Button>
        <Button
          size="small"
          onClick={props.onExport}
          icon={<Download size={14} strokeWidth={1.7} aria-hidden="true" />}
          className="max-md:hidden"
        >
          Export
        </Button>
        {props.more}
      </div>
    </PageHead>
  );
}

/** Returns the arrangement with a column added before the hidden ones. */
function withColumn(arrangement: ColumnArrangement, id: string): ColumnArrangement {
  const { order, hidden } = arrangement;
  return { ...arrangement, order: [...order.filter((other) => !hidden.includes(other)), id, ...hidden] };
}

function countText({ matching, unfiltered }: TracesHeadProps["counts"]): string | undefined {
  if (matching === null) return undefined;
  return unfiltered === null ? formatCount(matching) : `${formatCount(matching)} of ${formatCount(unfiltered)}`;
}

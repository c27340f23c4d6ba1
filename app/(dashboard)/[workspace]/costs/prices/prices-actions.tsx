"use client";

import { BookOpen, Download, Plus } from "lucide-react";
import { Segmented } from "@/components/form/segmented";
import { ColumnsPopover, type Density } from "@/components/table/columns-popover";
import type { TableColumn } from "@/components/table/table-column";
import { Button } from "@/components/ui/button";
import type { PriceUnit } from "@/lib/format/price";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import type { PriceListRow } from "./costs-columns";

type PricesActionsProps = {
  per: PriceUnit;
  onPerChange: (per: PriceUnit) => void;
  columns: readonly TableColumn<PriceListRow>[];
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
  density: Density;
  onDensityChange: (density: Density) => void;
  /** Absent for users who may not add prices. */
  onAdd?: (() => void) | undefined;
  onImport?: (() => void) | undefined;
  onExport: () => void;
  canExport: boolean;
};

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** Chooses the unit and columns of prices, and offers the actions for them. */
export function PricesActions(props: PricesActionsProps) {
  const { per, onPerChange, onAdd, onImport } = props;
  return (
    <>
      <Segmented
        label="Price per"
        size="small"
        className="max-md:hidden"
        value={per}
        onChange={onPerChange}
        segments={[
          { value: "1", label: "per token" },
          { value: "1k", label: "per 1k" },
          { value: "1M", label: "per 1M" },
        ]}
      />
      <ColumnsPopover
        columns={props.columns}
        arrangement={props.arrangement}
        onArrange={props.onArrange}
        density={props.density}
        onDensityChange={props.onDensityChange}
      />
      <Button
        size="small"
        icon={<Download {...icon} />}
        onClick={props.onExport}
        disabled={!props.canExport}
        className="max-md:hidden"
      >
        Export
      </Button>
      {onImport ? (
        <Button size="small" icon={<BookOpen {...icon} />} onClick={onImport} className="max-lg:hidden">
          Published prices
        </Button>
      ) : null}
      {onAdd ? (
        <Button kind="primary" size="small" icon={<Plus {...icon} />} onClick={onAdd}>
          Add price
        </Button>
      ) : null}
    </>
  );
}

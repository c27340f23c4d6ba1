"use client";

import { Download, Plus } from "lucide-react";
import { PageHead } from "@/components/layout/page-head";
import type { ColumnArrangement } from "@/components/table/table-column";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { countOf } from "@/lib/format/count";
import { ColumnsPopover, type Density } from "../traces/columns-popover";
import { costsColumns } from "./costs-columns";
import type { PriceUnit } from "./prepare-price";
import type { PriceCounts } from "./prepare-price-records";

type CostsHeadProps = {
  counts: PriceCounts | null;
  per: PriceUnit;
  onPerChange: (per: PriceUnit) => void;
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
  density: Density;
  onDensityChange: (density: Density) => void;
  /** Absent for those who may not add prices. */
  onAdd?: (() => void) | undefined;
  onExport: () => void;
  canExport: boolean;
};

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The title, how many prices there are, and in which unit they are shown. */
export function CostsHead(props: CostsHeadProps) {
  const { counts, per, onPerChange, onAdd } = props;
  return (
    <PageHead title="Costs" count={counts === null ? undefined : countsText(counts)}>
      <div className="ml-auto flex flex-none items-center gap-1.5">
        <Segmented
          label="Price for"
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
          columns={costsColumns}
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
        {onAdd ? (
          <Button kind="primary" size="small" icon={<Plus {...icon} />} onClick={onAdd}>
            Add price
          </Button>
        ) : null}
      </div>
    </PageHead>
  );
}

function countsText({ records, models, providers }: PriceCounts): string {
  return [
    countOf(records, "price record"),
    ...(records > 0 ? [countOf(models, "model"), countOf(providers, "provider")] : []),
  ].join(", ");
}

"use client";

import { Copy, ListPlus } from "lucide-react";
import { useState } from "react";
import type { ColumnArrangement } from "@/app/(dashboard)/[workspace]/tables/columns/column-arrangement";
import { SheetColumnsPopover } from "@/app/(dashboard)/[workspace]/tables/columns/sheet-columns-popover";
import { CompareMenu } from "@/app/(dashboard)/[workspace]/tables/diff/compare-menu";
import { ExportActions } from "@/app/(dashboard)/[workspace]/tables/export/export-actions";
import type { ExportFormat } from "@/app/(dashboard)/[workspace]/tables/export/table-export-format";
import type { TableOrigin } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-table-origin";
import { SaveDataset } from "@/app/(dashboard)/[workspace]/tables/new/save-dataset";
import { useStoring } from "@/app/(dashboard)/[workspace]/tables/new/use-create-table";
import type { SheetModel } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { openedLater } from "@/components/dialog/opened-later";
import { Segmented } from "@/components/form/segmented";
import { densityNames } from "@/components/table/columns-popover";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { useCopyText } from "@/components/ui/use-copy-text";
import { shortDigest } from "@/lib/dataset/table-address";
import type { Workspace } from "@/lib/workspace/workspace";
import { BuildGroups } from "./build-groups";
import { EvaluateRows, type ShownTableRows } from "./evaluate-rows";
import { OpenInPlayground } from "./open-in-playground";

const NewTableDialog = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/tables/new/new-table")).NewTableDialog,
);

export const sheetDensities = ["26", "32"] as const;
type SheetDensity = (typeof sheetDensities)[number];

type TableHeadProps = {
  workspace: Workspace;
  onCompare: (base: string) => void;
  /** Called when a table was created from this one, or named, to show it. */
  onCreated: (digest: string, dataset: string | null) => void;
  digest: string;
  origin: TableOrigin | null;
  objectHref: string | null;
  shown: ShownTableRows;
  layout: SheetModel;
  arrangement: ColumnArrangement;
  density: SheetDensity;
  onDensityChange: (density: SheetDensity) => void;
  canExport: boolean;
  isExporting: boolean;
  onExport: (format: ExportFormat) => void;
};

/** The name of the table, its origin, and its display and export options. */
export function TableHead(props: TableHeadProps) {
  const { digest, origin, objectHref } = props;
  const copy = useCopyText();
  return (
    <PageHead title={origin?.name ?? "Table"}>
      <Button
        kind="ghost"
        size="small"
        onClick={() => copy(digest, "Digest copied")}
        title={digest}
        className="font-normal text-ink-3 max-md:hidden"
      >
        <span className="text-code">tbl {shortDigest(digest)}</span>
        <Copy size={12} strokeWidth={1.7} aria-hidden="true" />
        <span className="sr-only">Copy digest</span>
      </Button>
      {origin && objectHref ? (
        <span className="truncate text-small text-ink-3 max-md:hidden">
          from v{origin.versionIndex} of{" "}
          <Link href={objectHref} className="text-accent-text underline decoration-1 underline-offset-2">
            {origin.name}
          </Link>
        </span>
      ) : (
        <SaveDataset
          workspace={props.workspace}
          digest={digest}
          onSaved={(dataset) => props.onCreated(digest, dataset)}
        />
      )}
      <div className="ml-auto flex flex-none items-center gap-1.5">
        <AppendRows {...props} />
        <CompareMenu {...props} />
        <ArrangedColumns {...props} />
        <Segmented
          label="Row height"
          size="small"
          className="max-md:hidden"
          value={props.density}
          segments={sheetDensities.map((value) => ({ value, label: densityNames[value] }))}
          onChange={props.onDensityChange}
        />
        <OpenInPlayground workspace={props.workspace} digest={digest} />
        <EvaluateRows {...props} />
        <BuildGroups {...props} />
        <ExportActions {...props} />
      </div>
    </PageHead>
  );
}

/** Appends rows of a file to those of the table, which creates a new table. */
function AppendRows({ workspace, digest, origin, onCreated: onMade }: TableHeadProps) {
  const [isAppending, setIsAppending] = useState(false);
  const storing = useStoring();
  return (
    <>
      <Button
        size="small"
        aria-label="Append rows"
        {...storing}
        onClick={() => setIsAppending(true)}
        icon={<ListPlus size={14} strokeWidth={1.7} aria-hidden="true" />}
      >
        <span className="max-lg:hidden">Append</span>
      </Button>
      {isAppending ? (
        <NewTableDialog
          workspace={workspace}
          base={{ digest, origin }}
          onCreated={(made) => onMade(made.digest, made.dataset)}
          onClose={() => setIsAppending(false)}
        />
      ) : null}
    </>
  );
}

function ArrangedColumns({ layout, arrangement }: Pick<TableHeadProps, "layout" | "arrangement">) {
  return (
    <SheetColumnsPopover
      layout={layout}
      hidden={[...arrangement.hidden]}
      onHide={arrangement.setHidden}
      frozen={[...arrangement.frozen]}
      onFreeze={arrangement.toggleFrozen}
      onMove={(id, target) => arrangement.move(layout, id, target)}
      stepOf={(id, by) => arrangement.stepOf(layout, id, by)}
      onReset={arrangement.resetOrder}
    />
  );
}

"use client";

import { Copy, Download } from "lucide-react";
import Link from "next/link";
import { PageHead } from "@/components/layout/page-head";
import type { Workspace } from "@/components/layout/use-workspace";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Segmented } from "@/components/ui/segmented";
import { useToast } from "@/components/ui/toast";
import { BuildGroups } from "./build-groups";
import { ColumnsPopover } from "./columns-popover";
import { CompareMenu } from "./compare-menu";
import { type ExportFormat, exportFormats } from "./prepare-export";
import type { Sheet } from "./prepare-sheet";
import { shortDigest } from "./prepare-table-address";
import type { TableOrigin } from "./use-origin";

export const densities = ["26", "32"] as const;
export type Density = (typeof densities)[number];

type TableHeadProps = {
  workspace: Workspace;
  onCompare: (base: string) => void;
  digest: string;
  origin: TableOrigin | null;
  objectHref: string | null;
  layout: Sheet;
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
  frozen: readonly string[];
  onFreeze: (columnId: string) => void;
  density: Density;
  onDensityChange: (density: Density) => void;
  canExport: boolean;
  isExporting: boolean;
  onExport: (format: ExportFormat) => void;
};

const formatNames: Record<ExportFormat, string> = { csv: "CSV", tsv: "TSV", jsonl: "JSONL" };

const formatHints: Record<ExportFormat, string> = {
  csv: "paths as columns",
  tsv: "paths as columns",
  jsonl: "one value a line",
};

/** The name of the table, where it came from, and how it is drawn and taken away. */
export function TableHead(props: TableHeadProps) {
  const { digest, origin, objectHref } = props;
  const say = useToast();
  const copy = () => {
    navigator.clipboard.writeText(digest).then(
      () => say("Digest copied"),
      () => say("The browser did not allow copying", "warning"),
    );
  };
  return (
    <PageHead title={origin?.name ?? "Table"}>
      <Button kind="ghost" size="small" onClick={copy} title={digest} className="font-normal text-ink-3 max-md:hidden">
        <span className="text-code">tbl {shortDigest(digest)}</span>
        <Copy size={12} strokeWidth={1.7} aria-hidden="true" />
        <span className="sr-only">Copy the digest</span>
      </Button>
      {origin && objectHref ? (
        <span className="truncate text-small text-ink-3 max-md:hidden">
          from v{origin.versionIndex} of{" "}
          <Link href={objectHref} className="text-accent-text hover:underline">
            {origin.name}
          </Link>
        </span>
      ) : null}
      <div className="ml-auto flex flex-none items-center gap-1.5">
        <CompareMenu {...props} />
        <ColumnsPopover {...props} />
        <Segmented
          label="Row height"
          size="small"
          className="max-md:hidden"
          value={props.density}
          segments={densities.map((value) => ({ value, label: `${value} px` }))}
          onChange={props.onDensityChange}
        />
        <BuildGroups {...props} />
        <ExportActions {...props} />
      </div>
    </PageHead>
  );
}

/** A button for each format; one menu of them on a phone. */
function ExportActions({ canExport, isExporting, onExport }: TableHeadProps) {
  const icon = <Download size={14} strokeWidth={1.7} aria-hidden="true" />;
  const isDisabled = !canExport || isExporting;
  return (
    <>
      {exportFormats.map((format) => (
        <Button
          key={format}
          size="small"
          disabled={isDisabled}
          icon={icon}
          aria-label={`Export ${formatNames[format]}`}
          title={`${formatNames[format]}, ${formatHints[format]}`}
          onClick={() => onExport(format)}
          className="max-md:hidden"
        >
          {formatNames[format]}
        </Button>
      ))}
      <Menu
        label="Export"
        align="end"
        trigger={
          <Button size="icon-small" disabled={isDisabled} aria-label="Export" className="md:hidden">
            {icon}
          </Button>
        }
      >
        {exportFormats.map((format) => (
          <MenuItem key={format} onSelect={() => onExport(format)}>
            {formatNames[format]}
            <span className="ml-auto pl-6 text-ink-3">{formatHints[format]}</span>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { type ExportFormat, exportFormats } from "./table-export-format";

type ExportActionsProps = { canExport: boolean; isExporting: boolean; onExport: (format: ExportFormat) => void };

const formatNames: Record<ExportFormat, string> = { csv: "CSV", tsv: "TSV", jsonl: "JSONL", parquet: "Parquet" };

const formatHints: Record<ExportFormat, string> = {
  csv: "paths as columns",
  tsv: "paths as columns",
  jsonl: "one value per line",
  parquet: "typed columns",
};

/** One menu for all formats: a button for each would leave no room for the name of the table. */
export function ExportActions({ canExport, isExporting, onExport }: ExportActionsProps) {
  const isDisabled = !canExport || isExporting;
  return (
    <Menu
      label="Export"
      align="end"
      trigger={
        <Button
          size="small"
          disabled={isDisabled}
          aria-label="Export"
          icon={<Download size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          <span className="max-md:hidden">Export</span>
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
  );
}

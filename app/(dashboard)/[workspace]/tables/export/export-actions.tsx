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

/** One button per format; a single menu on a phone. */
export function ExportActions({ canExport, isExporting, onExport }: ExportActionsProps) {
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

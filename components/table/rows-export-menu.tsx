"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";

type RowsExportMenuProps = {
  /** "trial": what a row is. */
  thing: string;
  /** Saves all rows. @returns their number; null when the user closed the dialog. @throws RequestFailure */
  onSave: (format: "csv" | "jsonl") => Promise<number | null>;
  /** Several of them. */
  things?: string;
};

/** Saves all rows as CSV or JSONL, however many are shown, and says how many or why not. */
export function RowsExportMenu({ thing, things = `${thing}s`, onSave }: RowsExportMenuProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const toast = useToast();
  const save = async (format: "csv" | "jsonl") => {
    setIsBusy(true);
    setProblem(null);
    try {
      const count = await onSave(format);
      if (count !== null) toast(`Exported ${countOf(count, thing, things)}`);
    } catch (error) {
      setProblem(failureOf(error).message);
    }
    setIsBusy(false);
  };
  const named = `${things.charAt(0).toUpperCase()}${things.slice(1)}`;
  return (
    <>
      {problem === null ? null : (
        <span role="alert" className="max-w-64 truncate text-small text-err" title={problem}>
          Export failed: {problem}
        </span>
      )}
      <Menu
        label="Export"
        align="end"
        trigger={
          <Button size="small" isBusy={isBusy} icon={<Download size={13} strokeWidth={1.7} aria-hidden="true" />}>
            Export
          </Button>
        }
      >
        <MenuItem onSelect={() => void save("csv")}>{named} as CSV</MenuItem>
        <MenuItem onSelect={() => void save("jsonl")}>{named} as JSONL</MenuItem>
      </Menu>
    </>
  );
}

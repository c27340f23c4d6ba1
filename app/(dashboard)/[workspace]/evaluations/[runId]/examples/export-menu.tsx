"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { exportResults } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/export-results";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { Workspace } from "@/lib/workspace/workspace";

type ExportMenuProps = { workspace: Workspace; run: EvaluationRun; figures: EvaluationFigures };

/** Saves all trials of a run as CSV or JSONL. */
export function ExportMenu({ workspace, run, figures }: ExportMenuProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const toast = useToast();
  const save = async (format: "csv" | "jsonl") => {
    setIsBusy(true);
    setProblem(null);
    try {
      const count = await exportResults(workspace, run, figures, format);
      if (count !== null) toast(`Exported ${count} trials`);
    } catch (error) {
      setProblem(failureOf(error).message);
    }
    setIsBusy(false);
  };
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
        <MenuItem onSelect={() => void save("csv")}>Trials as CSV</MenuItem>
        <MenuItem onSelect={() => void save("jsonl")}>Trials as JSONL</MenuItem>
      </Menu>
    </>
  );
}

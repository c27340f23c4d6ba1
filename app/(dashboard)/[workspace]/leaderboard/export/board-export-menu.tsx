"use client";

import { Download } from "lucide-react";
import { boardCsv, exportedModels } from "@/app/(dashboard)/[workspace]/leaderboard/export/board-export";
import type { Board } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { BoardColumn, BoardRow } from "@/lib/evaluation/runs/leaderboard";
import { fileNameOf } from "@/lib/export/file-naming";
import { downloadBlob } from "@/lib/export/file-sink";

type BoardExportMenuProps = {
  name: string;
  board: Board;
  columns: readonly BoardColumn[];
  rows: readonly BoardRow[];
};

/** Saves the shown models with their ranks, scores and intervals. */
export function BoardExportMenu({ name, board, columns, rows }: BoardExportMenuProps) {
  // An export of half the values would look whole.
  const isReady = board.figures.data !== undefined && !board.pairs.isPending && board.pairs.failure === null;
  const save = (format: "csv" | "json") => {
    const models = exportedModels(board, columns, rows);
    const text = format === "csv" ? boardCsv(models) : `${JSON.stringify({ leaderboard: name, models }, null, 2)}\n`;
    const type = format === "csv" ? "text/csv" : "application/json";
    const usual = `${name.replaceAll(/[^\w.-]+/g, "-")}.${format}`;
    void fileNameOf(usual).then((fileName) => downloadBlob(new Blob([text], { type }), fileName));
  };
  return (
    <Menu
      label="Export"
      align="end"
      trigger={
        <Button
          size="small"
          disabled={!isReady}
          title={isReady ? undefined : "The values have not all loaded."}
          icon={<Download size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          Export
        </Button>
      }
    >
      <MenuItem onSelect={() => save("csv")}>Models as CSV</MenuItem>
      <MenuItem onSelect={() => save("json")}>Models as JSON</MenuItem>
    </Menu>
  );
}

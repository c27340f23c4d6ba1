"use client";

import { useMemo, useState } from "react";
import { type ComparedSide, sideLetter, sideOf } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import type { Compared } from "@/app/(dashboard)/[workspace]/compare/sides/read-compared-ids";
import type { ReadSide } from "@/app/(dashboard)/[workspace]/compare/sides/use-sides";
import { useNow } from "@/components/browser/use-now";
import type { Workspace } from "@/lib/workspace/workspace";
import { type AlignedRow, type Alignment, alignSides } from "./prepare-alignment";
import {
  countMarks,
  type Divergence,
  differencesOf,
  firstDivergence,
  type MarkCounts,
  markRows,
  type RowComparison,
} from "./prepare-comparison-marks";
import { ancestorRows, rowOfCall, type TreeLine, treeLines } from "./prepare-lines";
import { type CallSummaries, useCallSummaries } from "./use-call-summaries";

type Choice = { readonly only: boolean; readonly by: "wording" | "action"; readonly sel: string | null };

/** The calls of all sides in rows, what each did, and the selected row. */
export interface AlignedRows {
  readonly sides: readonly (ComparedSide | null)[];
  readonly rows: readonly AlignedRow[];
  readonly summaries: CallSummaries;
  /** Index of a row. */
  readonly selected: number;
}

/** The rows as the tree shows them. */
export interface AlignedLines extends AlignedRows {
  /** By column; null for the base. */
  readonly marks: readonly (readonly RowComparison[] | null)[];
  readonly divergence: Divergence | null;
  readonly lines: readonly TreeLine[];
  readonly fold: (key: string, isFolded: boolean) => void;
  /** Expands a run of rows without a difference. */
  readonly openRun: (key: string) => void;
}

/** The state of a comparison. */
export interface Aligned extends AlignedLines {
  readonly alignment: Alignment;
  /** Indexes of rows. */
  readonly differences: readonly number[];
  readonly counts: MarkCounts;
  /** Expands the ancestors of a row. */
  readonly reveal: (index: number) => void;
}

/** Returns the aligned sides, the differences between the base and the chosen side, and the lines of the tree. */
export function useAligned(
  workspace: Workspace,
  compared: Compared,
  reads: readonly (ReadSide | null)[],
  { only, by, sel }: Choice,
): Aligned {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const sides = useSidesOf(compared, reads);
  const { base, column } = compared;
  const alignment = useMemo(() => alignSides(sides, base), [sides, base]);
  const { rows } = alignment;
  const summaries = useCallSummaries(workspace, sides);
  const marks = useMemo(
    () => sides.map((_, at) => (at === base ? null : markRows(rows, base, at, summaries.of))),
    [sides, rows, base, summaries],
  );
  const pair = marks[column] ?? null;
  const parting = useMemo(() => {
    const letters = [sideLetter(base), sideLetter(column)] as const;
    return pair === null ? null : firstDivergence(rows, pair, { base, column, letters }, summaries.of);
  }, [rows, pair, base, column, summaries]);
  const areWordsCounted = by === "wording";
  const lines = useMemo(
    () => treeLines(rows, pair ?? [], { folded, opened, areOnlyDifferences: only, areWordsCounted, parting }),
    [rows, pair, folded, opened, only, areWordsCounted, parting],
  );
  const differences = useMemo(() => differencesOf(pair ?? [], areWordsCounted), [pair, areWordsCounted]);
  const counts = useMemo(() => countMarks(pair ?? []), [pair]);
  const selectedRow = rowOfCall(rows, sel);
  return {
    sides,
    alignment,
    rows,
    summaries,
    marks,
    divergence: parting,
    lines,
    differences,
    counts,
    selected: selectedRow >= 0 ? selectedRow : 0,
    fold: (key, isFolded) => setFolded(changed(folded, key, isFolded)),
    openRun: (key) => setOpened(changed(opened, key, true)),
    reveal: (index) => {
      const hidden = ancestorRows(rows, index).map((above) => rows[above]?.key);
      if (hidden.some((key) => key !== undefined && folded.has(key))) {
        setFolded(new Set([...folded].filter((key) => !hidden.includes(key))));
      }
    },
  };
}

/** Returns sides that stay the same until their calls change; while one runs, its open end follows the clock. */
function useSidesOf({ sources }: Compared, reads: readonly (ReadSide | null)[]): readonly (ComparedSide | null)[] {
  const nowMs = useNow();
  const isRunning = useMemo(
    () => reads.some((read) => read?.calls.some((call) => call.summary?.weave?.status === "running")),
    [reads],
  );
  const clockMs = isRunning ? nowMs : 0;
  const kinds = sources.map(({ kind, id }) => `${kind} ${id}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sources are the same as long as their names are
  return useMemo(
    () =>
      sources.map((source, at) => {
        const calls = reads[at]?.calls ?? [];
        return calls.length === 0 ? null : sideOf(source, calls, clockMs);
      }),
    [kinds, reads, clockMs],
  );
}

function changed(set: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(key);
  else next.delete(key);
  return next;
}

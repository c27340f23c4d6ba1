"use client";

import { useMemo, useState } from "react";
import { useNow } from "@/components/layout/use-now";
import type { Workspace } from "@/lib/workspace/workspace";
import type { Compared } from "./prepare-address";
import { alignSides } from "./prepare-alignment";
import { sideLetter } from "./prepare-delta";
import { countMarks, differencesOf, markRows, partingOf } from "./prepare-marks";
import { rowOfCall, rowsAbove, treeLines } from "./prepare-rows";
import { type Side, sideOf } from "./prepare-side";
import { useDeeds } from "./use-deeds";
import type { ReadSide } from "./use-sides";

type Choice = { readonly only: boolean; readonly by: "wording" | "action"; readonly sel: string | null };

/** The sides aligned, what differs between the base and the chosen side, and the lines that the tree shows of it. */
export function useAligned(
  workspace: Workspace,
  compared: Compared,
  reads: readonly (ReadSide | null)[],
  { only, by, sel }: Choice,
) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const sides = useSidesOf(compared, reads);
  const { base, column } = compared;
  const alignment = useMemo(() => alignSides(sides, base), [sides, base]);
  const { rows } = alignment;
  const deeds = useDeeds(workspace, sides);
  const marks = useMemo(
    () => sides.map((_, at) => (at === base ? null : markRows(rows, base, at, deeds.of))),
    [sides, rows, base, deeds],
  );
  const pair = marks[column] ?? null;
  const parting = useMemo(() => {
    const letters = [sideLetter(base), sideLetter(column)] as const;
    return pair === null ? null : partingOf(rows, pair, { base, column, letters }, deeds.of);
  }, [rows, pair, base, column, deeds]);
  const areWordsCounted = by === "wording";
  const lines = useMemo(
    () => treeLines(rows, pair ?? [], { folded, opened, areOnlyDifferences: only, areWordsCounted, parting }),
    [rows, pair, folded, opened, only, areWordsCounted, parting],
  );
  const differences = useMemo(() => differencesOf(pair ?? [], areWordsCounted), [pair, areWordsCounted]);
  const counts = useMemo(() => countMarks(pair ?? []), [pair]);
  const found = rowOfCall(rows, sel);
  return {
    sides,
    alignment,
    rows,
    deeds,
    marks,
    parting,
    lines,
    differences,
    counts,
    selected: found >= 0 ? found : 0,
    fold: (key: string, isFolded: boolean) => setFolded(changed(folded, key, isFolded)),
    openRun: (key: string) => setOpened(changed(opened, key, true)),
    /** Opens what hides a row. */
    reveal: (index: number) => {
      const hidden = rowsAbove(rows, index).map((above) => rows[above]?.key);
      if (hidden.some((key) => key !== undefined && folded.has(key))) {
        setFolded(new Set([...folded].filter((key) => !hidden.includes(key))));
      }
    },
  };
}

export type Aligned = ReturnType<typeof useAligned>;

/** Sides that stay the same until their calls change; while one runs, its open end follows the clock. */
function useSidesOf({ sources }: Compared, reads: readonly (ReadSide | null)[]): readonly (Side | null)[] {
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

"use client";

import { useState } from "react";
import type { ArenaResults } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/arena-results";
import {
  type ArenaSetting,
  promptGroups,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-prompt-groups";
import { arenaCellKey } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/stored-arena";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import type { Workspace } from "@/lib/workspace/workspace";
import { cellHref } from "./cell-href";

interface ArenaCells {
  readonly workspace: Workspace;
  readonly setting: ArenaSetting;
  readonly results: ArenaResults;
}

/** The cell of the keyboard cursor, and the expanded rows. */
export interface ArenaCursor {
  /** Null before a row is selected. */
  readonly prompt: ArenaPrompt | null;
  readonly columnKey: string | null;
  /** The key of the cell; null before a row is selected. */
  readonly cell: string | null;
  /** The playground URL of the cell. */
  readonly href: string | null;
  readonly isWhole: (promptId: string) => boolean;
  readonly toggleWhole: (promptId: string) => void;
  readonly choose: (promptId: string, columnKey: string) => void;
  readonly setColumn: (columnKey: string) => void;
  readonly movePrompt: (by: 1 | -1) => void;
  readonly moveColumn: (by: 1 | -1) => void;
}

/** Keeps the keyboard cursor within the prompts and columns that are drawn. */
export function useArenaCursor({ setting, results, workspace }: ArenaCells): ArenaCursor {
  const { prompts, columns } = setting;
  const ordered = promptGroups(prompts).flatMap((group) => group.prompts);
  const [at, setAt] = useState<{ readonly promptId: string | null; readonly columnKey: string | null }>({
    promptId: null,
    columnKey: null,
  });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const promptAt = ordered.findIndex(({ id }) => id === at.promptId);
  // A narrow window shows one column: the newest says most.
  const column = columns.find(({ key }) => key === at.columnKey) ?? columns.at(-1) ?? null;
  const columnAt = columns.findIndex(({ key }) => key === column?.key);
  const prompt = ordered[promptAt] ?? null;
  const result = prompt && column ? results.resultOf(arenaCellKey(prompt.id, column.key)) : null;
  const within = (index: number, length: number) => Math.min(length - 1, Math.max(0, index));
  return {
    prompt,
    columnKey: column?.key ?? null,
    cell: prompt && column ? arenaCellKey(prompt.id, column.key) : null,
    href: prompt && column ? cellHref(workspace.slug, column, result) : null,
    isWhole: (promptId: string) => open.has(promptId),
    toggleWhole: (promptId: string) => {
      const next = new Set(open);
      if (!next.delete(promptId)) next.add(promptId);
      setOpen(next);
    },
    choose: (promptId: string, columnKey: string) => setAt({ promptId, columnKey }),
    setColumn: (columnKey: string) => setAt({ ...at, columnKey }),
    movePrompt: (by: 1 | -1) => {
      const next = ordered[within(promptAt < 0 ? 0 : promptAt + by, ordered.length)];
      if (next) setAt({ promptId: next.id, columnKey: column?.key ?? null });
    },
    moveColumn: (by: 1 | -1) => {
      const next = columns[within(columnAt + by, columns.length)];
      if (next) setAt({ promptId: (prompt ?? ordered[0])?.id ?? null, columnKey: next.key });
    },
  };
}

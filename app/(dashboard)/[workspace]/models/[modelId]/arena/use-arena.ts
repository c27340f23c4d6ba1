"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import {
  type ArenaSetting,
  allFigures,
  type UnansweredCell,
  unansweredCells,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-prompt-groups";
import { scorerProblem } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-scores";
import {
  arenaCellKey,
  promptKey,
  promptOfCell,
  storedValueText,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/stored-arena";
import type { OpenArena } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/use-open-arena";
import { useStoredSetting } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/use-stored-setting";
import {
  arenaColumns,
  defaultColumns,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-columns";
import {
  type SentParameters,
  sentParameters,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-parameters";
import {
  type ArenaPrompt,
  MAX_PROMPTS,
  promptSource,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { newPrompts } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/prepare-prompts";
import {
  type PromptTarget,
  useTrained,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/use-trained";
import type {
  AnswerCells,
  ColumnHeads,
  PromptRows,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/table/table-parts";
import { useHasRole } from "@/components/session/use-role";
import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type { ModelRecord } from "@/components/training/models/use-model";
import type { Workspace } from "@/lib/workspace/workspace";
import { type ArenaParams, arenaParams } from "./search-params";

interface Start {
  readonly workspace: Workspace;
  readonly record: ModelRecord;
  readonly checkpoints: readonly Checkpoint[];
  readonly open: OpenArena;
}

/** The state of the page. Its parts read what they need by the interfaces of their own folders. */
export interface Arena extends AnswerCells, PromptRows, ColumnHeads, PromptTarget {
  readonly record: ModelRecord;
  readonly checkpoints: readonly Checkpoint[];
  readonly params: ArenaParams;
  readonly setParams: (change: Partial<ArenaParams>) => void;
  readonly sent: SentParameters;
  readonly scorerProblem: string | null;
  /** True when a reload restores the answers. */
  readonly isStored: boolean;
  readonly isReading: boolean;
  readonly readFailure: Error | null;
  readonly retryRead: () => void;
  /** The number of prompts in the URL that cannot be found. */
  readonly lostCount: number;
  /** The number of answers still to come. */
  readonly openCount: number;
  /** Cells without an answer. */
  readonly missing: readonly UnansweredCell[];
  /** Runs all missing cells; all cells when none is missing. */
  readonly askAll: () => void;
  readonly stop: () => void;
}

/** Returns the state of the page: prompts, columns, answers and rewards. */
export function useArena({ workspace, record, checkpoints, open }: Start): Arena {
  const { items, results, stored: storedArena } = open;
  const [params, setParams] = useQueryStates(arenaParams, { history: "replace" });
  const [known, setKnown] = useState(storedArena.prompts);
  const place = useMemo(
    () => ({ connectionId: workspace.connectionId, projectId: workspace.projectId, modelId: record.id }),
    [workspace.connectionId, workspace.projectId, record.id],
  );
  useStoredSetting(open, params, setParams);

  const wanted = params.prompt.slice(0, MAX_PROMPTS);
  const unknown = wanted.filter((id) => !known.has(id) && promptSource(id).kind !== "typed");
  const named = useQuery({
    queryKey: ["arena-prompts", place, unknown],
    enabled: unknown.length > 0,
    queryFn: async ({ signal }) => {
      const { readPromptsByIds } = await import(
        "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/read-prompts"
      );
      return await readPromptsByIds(place, unknown, signal);
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const read = unknown.length > 0 ? named.data : undefined;
  const promptsById = new Map([...known, ...(read ?? []).map((prompt) => [prompt.id, prompt] as const)]);
  const { trained, prompts } = useTrained(
    place,
    wanted.flatMap((id) => promptsById.get(id) ?? []),
    (known) => {
      for (const prompt of known) items.put(promptKey(prompt.id), storedValueText(prompt));
    },
  );

  const keys = params.column.length > 0 ? params.column : defaultColumns(checkpoints);
  const columns = arenaColumns(keys, record, checkpoints);
  const pinnedKey = (columns.find(({ key }) => key === params.pin) ?? columns[0])?.key ?? null;
  const sent = sentParameters(params);
  const scorer = { kind: params.scorer, text: params.wanted };
  const setting: ArenaSetting = { prompts, columns, pinnedKey, scorer, parameters: sent.text };
  // The figures update when an answer has ended; growing answers are drawn only by their cells.
  useStore(results, ({ settledCount }) => settledCount);
  const openCount = useStore(results, (state) => state.openCount);
  const mayRun = useHasRole("member") ?? true;

  const ask = (cells: readonly UnansweredCell[]) => {
    if (!mayRun || sent.problems.size > 0) return;
    const jobs = cells.map(({ prompt, column }) => ({
      key: arenaCellKey(prompt.id, column.key),
      asked: sent.text,
      request: {
        projectId: workspace.projectId,
        inputs: {
          model: column.model,
          messages: prompt.messages,
          ...(prompt.tools ? { tools: prompt.tools } : {}),
          ...sent.members,
        },
        isTracked: true,
        shouldStream: true,
      },
    }));
    results.ask(jobs);
  };
  const cellsOf = (own: readonly ArenaPrompt[], keysOf: readonly string[]): readonly UnansweredCell[] =>
    own.flatMap((prompt) =>
      columns.flatMap((column) => (keysOf.includes(column.key) && !column.isGone ? [{ prompt, column }] : [])),
    );
  const allKeys = columns.map(({ key }) => key);
  const missing = unansweredCells(setting, (key) => results.resultOf(key));

  return {
    workspace,
    record,
    checkpoints,
    address: place,
    trained,
    params,
    setting,
    results,
    sent,
    mayRun,
    isStored: open.isStored,
    scorerProblem: scorerProblem(scorer),
    figures: allFigures(setting, (key) => results.resultOf(key)),
    isDiff: params.diff,
    isReading: named.isFetching,
    readFailure: unknown.length > 0 && named.isError ? named.error : null,
    retryRead: () => void named.refetch(),
    lostCount: named.isFetching ? 0 : wanted.length - prompts.length,
    openCount,
    missing,
    setParams: (change) => void setParams(change),
    addPrompts: (read) => {
      const added = newPrompts(read, prompts);
      setKnown((before) => new Map([...before, ...added.map((prompt) => [prompt.id, prompt] as const)]));
      for (const prompt of added) items.put(promptKey(prompt.id), storedValueText(prompt));
      const next = new Set([...wanted, ...added.map(({ id }) => id)]);
      void setParams({ prompt: [...next].slice(0, MAX_PROMPTS), column: [...keys] });
      return read.length - added.length;
    },
    removePrompts: (ids) => {
      results.forget((key) => ids.includes(promptOfCell(key)));
      items.remove(ids.map(promptKey));
      void setParams({ prompt: wanted.filter((id) => !ids.includes(id)) });
    },
    setColumns: (next) => void setParams({ column: [...next] }),
    pin: (key) => void setParams({ pin: key }),
    askAll: () => ask(missing.length > 0 ? missing : cellsOf(prompts, allKeys)),
    askRow: (prompt) => ask(cellsOf([prompt], allKeys)),
    askColumn: (key) => ask(cellsOf(prompts, [key])),
    askCell: (prompt, key) => ask(cellsOf([prompt], [key])),
    stop: results.stopAll,
  };
}

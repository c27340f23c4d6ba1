"use client";

import { useQueries } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { SERIES_COLORS } from "@/lib/chart/series";
import { isOpen } from "@/lib/run/run-states";
import type { Workspace } from "@/lib/workspace/workspace";

/** A run of the comparison. */
export interface ComparedRun {
  readonly id: string;
  /** A to F, in the order of the address. */
  readonly letter: string;
  readonly label: string;
  readonly color: string;
  readonly isLive: boolean;
  /** Null until it is loaded. */
  readonly run: TrainingRunDetail | null;
  readonly failure: ReturnType<typeof failureOf> | null;
}

const LETTERS = "ABCDEF";
const POLL_MS = 5000;
const SHOWN = { newest: 1, has_metrics: false, max_rewards: 100 } as const;

/** Loads the runs of a comparison, each without its iterations; those that continue are followed. */
export function useComparedRuns(
  { connectionId, projectId }: Workspace,
  ids: readonly string[],
): readonly ComparedRun[] {
  const results = useQueries({
    queries: ids.map((id) => ({
      ...serviceQuery(connectionId, "trainingRuns.read", { project_id: projectId, run_id: id, ...SHOWN }),
      retry: false,
      refetchInterval: POLL_MS,
    })),
  });
  return ids.map((id, index) => {
    const result = results[index];
    const run = result?.data ?? null;
    const letter = LETTERS[index] ?? "";
    return {
      ...{ id, letter, run },
      label: run === null ? letter : `${letter} ${run.name}`,
      color: SERIES_COLORS[index] ?? SERIES_COLORS[0],
      isLive: run !== null && (run.source === "client" || isOpen(run)),
      failure: result?.isError && run === null ? failureOf(result.error) : null,
    };
  });
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { RunSeries, RunSeriesPage } from "@/lib/api/contract/training-runs/run-series";
import type { DrawnRun } from "@/lib/training/series/series-chart";
import type { Workspace } from "@/lib/workspace/workspace";
import { type SeriesParams, smoothingOf } from "./series-params";

/** A run whose series are read. */
export interface ReadRun extends DrawnRun {
  /** True while iterations may be added. */
  readonly isLive: boolean;
}

/** The series of one run as far as they are loaded. */
export interface LoadedRun {
  readonly run: ReadRun;
  readonly page: RunSeriesPage | undefined;
  readonly series: ReadonlyMap<string, RunSeries>;
  readonly failure: ReturnType<typeof failureOf> | null;
  readonly retry: () => void;
}

/** The charts that a page of figures begins with. */
const FIRST = 12;
/** A chart of a row of three is about as wide. */
const POINTS = 240;
const LIVE_MS = 5000;

type Body = RequestOf<"trainingRuns.series">;

/** What the service is asked for beside the keys. */
const shownOf = (params: SeriesParams) => ({
  ...{ x: params.x, from: params.zoom[0] ?? null, to: params.zoom[1] ?? null },
  ...{ points: POINTS, smoothing: smoothingOf(params) },
});

/**
 * Loads the first series of runs with their directories.
 *
 * @param pinned keys that are loaded too
 */
export function useRunSeries(
  workspace: Workspace,
  runs: readonly ReadRun[],
  params: SeriesParams,
  pinned: readonly string[],
): readonly LoadedRun[] {
  return useSeries(
    workspace,
    runs,
    runs.map(({ id }) => ({
      ...{ project_id: workspace.projectId, run_id: id, keys: [...pinned], first: FIRST },
      ...shownOf(params),
    })),
  );
}

/**
 * Loads further series of runs whose directories are known.
 *
 * @param keys of the charts that are drawn
 */
export function useMoreSeries(
  workspace: Workspace,
  loaded: readonly LoadedRun[],
  params: SeriesParams,
  keys: readonly string[],
): readonly LoadedRun[] {
  const more = useSeries(
    workspace,
    loaded.map(({ run }) => run),
    loaded.map(({ run, page, series }): Body => {
      const missing = keys.filter((key) => !series.has(key) && page?.directory.some((entry) => entry.key === key));
      return {
        ...{ project_id: workspace.projectId, run_id: run.id, keys: missing, first: 0 },
        ...shownOf(params),
      };
    }),
  );
  return loaded.map((one, index) => ({
    ...one,
    series: new Map([...(more[index]?.series ?? []), ...one.series]),
    failure: one.failure ?? more[index]?.failure ?? null,
  }));
}

/** The answer for one run, or why there is none. */
interface Answer {
  readonly page: RunSeriesPage | undefined;
  readonly failure: LoadedRun["failure"];
}

const NOTHING: Answer = { page: undefined, failure: null };

/** Loads series of each run that any are asked for; one that fails does not hide the others. */
function useSeries(
  { connectionId }: Workspace,
  runs: readonly ReadRun[],
  bodies: readonly Body[],
): readonly LoadedRun[] {
  const isAsked = ({ keys = [], first }: Body) => keys.length > 0 || Number(first) > 0;
  const query = useQuery({
    queryKey: serviceQueryKey(connectionId, "trainingRuns.series", bodies),
    queryFn: ({ signal }) =>
      Promise.all(
        bodies.map(async (body): Promise<Answer> => {
          if (!isAsked(body)) return NOTHING;
          try {
            return { ...NOTHING, page: await callOperation(connectionId, "trainingRuns.series", { body, signal }) };
          } catch (error) {
            signal.throwIfAborted();
            return { ...NOTHING, failure: failureOf(error) };
          }
        }),
      ),
    enabled: bodies.some(isAsked),
    // The charts of other runs are not kept.
    placeholderData: (before, query) => (runsOf(query?.queryKey) === runsOf([bodies]) ? before : undefined),
    retry: false,
    refetchInterval: runs.some(({ isLive }) => isLive) ? LIVE_MS : false,
  });
  return runs.map((run, index) => {
    const { page, failure } = query.data?.[index] ?? NOTHING;
    return {
      ...{ run, page, failure },
      series: new Map(page?.series.map((one) => [one.key, one])),
      retry: () => void query.refetch(),
    };
  });
}

/** The runs that the key of a query names, in order. */
function runsOf(key: readonly unknown[] | undefined): string {
  const bodies = key?.at(-1) as readonly Body[] | undefined;
  return bodies?.map(({ run_id: id }) => id).join(" ") ?? "";
}

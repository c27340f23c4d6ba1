"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { DashboardContent } from "@/lib/api/contract/app/dashboards";
import type { MeasuresResult } from "@/lib/api/contract/measures/measures";
import { askedMeasures, type MeasuresBody, panelMeasure } from "@/lib/dashboard/panel-measures";
import type { ChosenVariables } from "@/lib/dashboard/variables";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";

/** With live updates, this page keeps a service busy for a tenth of the time at most. */
const REFRESH_INTERVAL_FACTOR = 10;
const MIN_REFRESH_INTERVAL_MS = 10_000;

type Measures = MeasuresBody["measures"];
type Result = MeasuresResult["results"][number];

/** The answer that all panels are drawn from. */
export interface PanelsAnswer extends Pick<MeasuresResult, "after" | "before"> {
  readonly results: ReadonlyMap<string, Result>;
  readonly requestedAtMs: number;
  readonly durationMs: number;
}

async function request(
  { connectionId, projectId }: Workspace,
  measures: Measures,
  range: TimeRange,
  signal: AbortSignal,
): Promise<PanelsAnswer> {
  const requestedAtMs = Date.now();
  const startedMs = performance.now();
  const { fromMs, toMs } = resolveTimeRange(range, requestedAtMs);
  const endMs = toMs ?? (range.kind === "relative" ? requestedAtMs : null);
  const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());
  const body = { project_id: projectId, after: iso(fromMs), before: iso(endMs), measures };
  const { results, after, before } = await callOperation(connectionId, "measures.read", { body, signal });
  const keyed = measures.flatMap((asked, at): [string, Result][] => {
    const result = results[at];
    return result ? [[JSON.stringify(asked), result]] : [];
  });
  return { results: new Map(keyed), after, before, requestedAtMs, durationMs: performance.now() - startedMs };
}

interface PanelsQuestion {
  readonly content: DashboardContent;
  readonly variables: ChosenVariables;
  readonly range: TimeRange;
  readonly isLive: boolean;
}

/** Reads what all panels of a dashboard show in one request, again while the page is live. */
export function usePanels(workspace: Workspace, { content, variables, range, isLive }: PanelsQuestion) {
  const { model, env, user } = variables;
  const { projectId, connectionId } = workspace;
  const asked = useMemo(
    () =>
      new Map(content.panels.map((panel) => [panel.id, panelMeasure(panel, content, { model, env, user }, projectId)])),
    [content, model, env, user, projectId],
  );
  const measures = useMemo(() => askedMeasures([...asked.values()]), [asked]);
  const isLiveRange = isLive && !(range.kind === "absolute" && range.toMs !== null);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    // The time of the request is not part of the key: a relative range moves with each response.
    queryKey: ["service", connectionId, "measures.read", projectId, range, measures],
    queryFn: ({ signal }) => request(workspace, measures, range, signal),
    enabled: measures.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isLiveRange && !state.error
        ? Math.max(MIN_REFRESH_INTERVAL_MS, (state.data?.durationMs ?? 0) * REFRESH_INTERVAL_FACTOR)
        : false,
  });
  return {
    asked,
    answer: data ?? null,
    failure: error ? failureOf(error) : null,
    isStale: isPlaceholderData,
    isFetching,
    refresh: () => void refetch(),
  };
}

export type Panels = ReturnType<typeof usePanels>;

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { EvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { MonitorSettingsInput } from "@/lib/api/contract/monitors/monitors";
import type { RequestOf, ResultOf } from "@/lib/api/contract/operations";
import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";
import type { WatchSettingsInput } from "@/lib/api/contract/watches/watches";
import { locationPath } from "@/lib/failure/field-errors";
import type { Workspace } from "@/lib/workspace/workspace";

/** The settings that an operation estimates. */
interface EstimatedSettings {
  readonly "evaluationRuns.estimate": EvaluationSettingsInput;
  readonly "monitors.estimate": MonitorSettingsInput;
  readonly "trainingRuns.estimate": TrainingRunSettingsInput;
  readonly "watches.preview": WatchSettingsInput;
}

type EstimateId = keyof EstimatedSettings;

/** The estimate of settings, once they are complete. */
export interface EstimateState<Id extends EstimateId = "evaluationRuns.estimate"> {
  readonly estimate: ResultOf<Id> | undefined;
  /** False while the settings changed after this estimate. */
  readonly isCurrent: boolean;
  readonly failure: ServiceFailure | null;
  /** Messages by the path of the member: `scorers[0].pattern`. */
  readonly errors: ReadonlyMap<string, string>;
  readonly retry: () => void;
}

export type Estimate = ResultOf<"evaluationRuns.estimate">;

const TYPING_PAUSE_MS = 400;

/** Returns a text once it has stayed the same for a moment. */
function useSettled(text: string | null): string | null {
  const [settled, setSettled] = useState(text);
  // The outside system is the clock: requests wait for a pause in typing.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Returns the messages of a refusal by the path of the member in the settings: `scorers[0].pattern`. */
function errorsOf(failure: ServiceFailure | null): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const { loc, msg } of failure?.detail ?? []) {
    const path = locationPath(loc).replace(/^settings\.?/, "");
    if (!errors.has(path)) errors.set(path, msg);
  }
  return errors;
}

/** Estimates settings when they have stayed the same for a moment; the service checks them on the way. */
export function useEstimate<Id extends EstimateId>(
  id: Id,
  { connectionId, projectId }: Workspace,
  settings: EstimatedSettings[Id] | null,
): EstimateState<Id> {
  const text = settings === null ? null : JSON.stringify(settings);
  const settled = useSettled(text);
  const body = { project_id: projectId, settings: JSON.parse(settled ?? "null") } as RequestOf<Id>;
  const query = useQuery({
    ...serviceQuery(connectionId, id, body),
    enabled: settled !== null && settings !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const failure = query.error ? failureOf(query.error) : null;
  return {
    estimate: settings === null ? undefined : query.data,
    isCurrent: settled === text && query.isSuccess && !query.isPlaceholderData,
    failure,
    errors: errorsOf(failure),
    retry: () => void query.refetch(),
  };
}

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { errorsOf, useSettled } from "@/components/evaluation/setup/use-estimate";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { MonitorEstimate, MonitorSettingsInput } from "@/lib/api/contract/monitors/monitors";
import type { Workspace } from "@/lib/workspace/workspace";

export interface MonitorEstimateState {
  readonly estimate: MonitorEstimate | undefined;
  /** False while the settings changed after this estimate. */
  readonly isCurrent: boolean;
  readonly failure: ServiceFailure | null;
  /** Messages by the path of the member: `scorers[0].pattern`. */
  readonly errors: ReadonlyMap<string, string>;
  readonly retry: () => void;
}

/** Estimates settings when they have stayed the same for a moment; the service checks them on the way. */
export function useMonitorEstimate(
  { connectionId, projectId }: Workspace,
  settings: MonitorSettingsInput | null,
): MonitorEstimateState {
  const text = settings === null ? null : JSON.stringify(settings);
  const settled = useSettled(text);
  const body = { project_id: projectId, settings: JSON.parse(settled ?? "null") as MonitorSettingsInput };
  const query = useQuery({
    ...serviceQuery(connectionId, "monitors.estimate", body),
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

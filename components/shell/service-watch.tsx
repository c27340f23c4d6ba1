"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { signalService, useServiceSignal } from "@/components/browser/service-signal";
import { Callout } from "@/components/ui/callout";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { appQuery, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { DiskState } from "@/lib/api/contract/admin/disk-state";

// Rarely drawn, and on every page.
const DiskNotice = partLoadedLater(async () => (await import("./disk-notice")).DiskNotice);
const MissingNotice = partLoadedLater(async () => (await import("./missing-notice")).MissingNotice);

const ASK_INTERVAL_MS = 3_000;

/** Longer than the dashboard waits for the service: without a response until then, the dashboard itself hangs. */
const DASHBOARD_TIMEOUT_MS = 6_000;

const NO_DASHBOARD = "The dashboard does not respond. Is it still running?";

interface ServiceHealth {
  /** Why the service does not respond; null when it does. */
  readonly problem: string | null;
  readonly disk: DiskState | null;
  readonly isDamaged: boolean;
}

type ServiceWatchProps = { connectionId: string; connectionName: string; projectId: string };

/** Asks every few seconds whether the service responds, and says so while it does not, while its disk is nearly full, or while its results lack something. */
export function ServiceWatch({ connectionId, connectionName, projectId }: ServiceWatchProps) {
  const queryClient = useQueryClient();
  const { data: health } = useQuery({
    queryKey: [...appQuery("connections.health", { id: connectionId }).queryKey, "watch"],
    queryFn: ({ signal }) => readHealth(connectionId, signal),
    refetchInterval: ASK_INTERVAL_MS,
    refetchOnWindowFocus: "always",
    staleTime: 0,
    retry: false,
  });
  const { problem, disk } = health ?? {};
  // The outside system is the service.
  useEffect(() => {
    if (problem !== undefined) signalService(connectionId, problem);
  }, [connectionId, problem]);
  const signal = useServiceSignal();
  const recoveryCount = signal?.recoveryCount ?? 0;
  // The outside system is the service: what failed or grew old meanwhile is read again.
  useEffect(() => {
    if (recoveryCount > 0) void queryClient.invalidateQueries({ queryKey: ["service", connectionId] });
  }, [queryClient, connectionId, recoveryCount]);
  if (signal === null || signal.connectionId !== connectionId || signal.problem === null)
    return (
      <>
        {disk === "full" || disk === "very-low" ? <DiskNotice disk={disk} connectionName={connectionName} /> : null}
        {health?.isDamaged ? <MissingNotice connectionId={connectionId} projectId={projectId} /> : null}
      </>
    );
  return (
    <Callout tone="err" className="flex-none rounded-none px-4">
      <b className="font-medium">
        {signal.problem === NO_DASHBOARD ? "No connection" : `${connectionName} does not respond`}
      </b>
      . {signal.problem} What is shown may be old; it is refreshed automatically.
    </Callout>
  );
}

async function readHealth(id: string, signal: AbortSignal): Promise<ServiceHealth> {
  const timeout = AbortSignal.timeout(DASHBOARD_TIMEOUT_MS);
  try {
    return await callApp("connections.health", { id }, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (timeout.aborted || failureOf(error).kind === "unreachable")
      return { problem: NO_DASHBOARD, disk: null, isDamaged: false };
    throw error;
  }
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { FormDialog } from "@/components/dialog/form-dialog";
import { MonitorCost } from "@/components/evaluation/monitors/monitor-cost";
import { FailureState } from "@/components/state/failure-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Monitor } from "@/lib/api/contract/monitors/monitors";
import type { Workspace } from "@/lib/workspace/workspace";
import { useSwitchMonitor } from "./use-switch-monitor";

type SwitchOnDialogProps = { workspace: Workspace; monitor: Monitor; onClose: () => void };

/** Shows what the last seven days would have cost before a monitor is switched on. */
export function SwitchOnDialog({ workspace, monitor, onClose }: SwitchOnDialogProps) {
  const change = useSwitchMonitor(workspace, onClose);
  const estimate = useQuery({
    ...serviceQuery(workspace.connectionId, "monitors.estimate", {
      project_id: workspace.projectId,
      settings: monitor.settings,
    }),
    retry: false,
  });
  return (
    <FormDialog
      title={`Switch ${monitor.settings.name} on?`}
      description="It scores the calls that end from now on. This is what the last seven days would have cost."
      action="Switch on"
      change={change}
      isReady={estimate.data !== undefined}
      onSubmit={() => change.mutate({ monitorId: monitor.id, isOn: true })}
      onClose={onClose}
    >
      {estimate.isPending ? <ProgressBar label="Estimating" /> : null}
      {estimate.error ? (
        <FailureState failure={failureOf(estimate.error)} onRetry={() => void estimate.refetch()} />
      ) : null}
      {estimate.data ? <MonitorCost estimate={estimate.data} /> : null}
    </FormDialog>
  );
}

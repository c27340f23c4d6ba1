import { useMemo } from "react";
import type { Panels } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/data/use-panels";
import { type Deployments, useDeployments } from "@/components/deployments/use-deployments";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import type { Workspace } from "@/lib/workspace/workspace";
import { answeredSpan } from "./panel-changes";

/** The deployments in the range of the charts of a dashboard, read once for all of them; not read without charts over time. */
export function usePanelDeployments(
  workspace: Workspace,
  { asked, answer }: Panels,
  panels: readonly DashboardPanel[],
): Deployments {
  const span = useMemo(() => {
    const drawn = panels.filter(({ kind }) => kind === "bars" || kind === "lines");
    const keys = drawn.flatMap(({ id }) => asked.get(id)?.key ?? []);
    const measured = keys.flatMap((key) => answer?.results.get(key)?.measured ?? []);
    return answeredSpan(measured);
  }, [asked, answer, panels]);
  return useDeployments(workspace, span);
}

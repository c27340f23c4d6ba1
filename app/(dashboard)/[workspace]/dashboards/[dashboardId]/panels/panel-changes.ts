import { type Change, prepareChanges, wholeSpan } from "@/components/deployments/prepare-changes";
import type { DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import type { Bucket } from "@/lib/chart/stacks";
import { type PanelData, spansOf } from "./panel-series";

/** The whole windows of an answer: a range that moves asks again only when a window begins. Null without any. */
export function answeredSpan(measured: readonly PanelData["measured"][]): Bucket | null {
  const spans = measured.flatMap((one) => wholeSpan(spansOf({ measured: one, before: null })) ?? []);
  if (spans.length === 0) return null;
  return {
    startMs: Math.min(...spans.map(({ startMs }) => startMs)),
    endMs: Math.max(...spans.map(({ endMs }) => endMs)),
  };
}

/** Returns the changes of what runs at their places in the chart of a panel. */
export function panelChanges(data: PanelData, deployments: DeploymentsList | null): readonly Change[] {
  const span = wholeSpan(spansOf(data));
  return deployments === null || span === null ? [] : prepareChanges(deployments, span, data.scope, data.nowMs);
}

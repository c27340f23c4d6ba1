import type { OperationId } from "@/lib/api/contract/operations";

/**
 * Writes that go on when the disk is full, in reserved space: those that free space, end work, or store a few bytes that an
 * admin needs for it. All others are refused.
 */
const PERMITTED: ReadonlySet<string> = new Set<OperationId>([
  "calls.delete",
  "obj.delete",
  "obj.removeTags",
  "obj.removeAliases",
  "cost.purge",
  "feedback.purge",
  "evaluationRuns.pause",
  "evaluationRuns.stop",
  "checkpointEvaluations.remove",
  "monitors.switch",
  "monitors.delete",
  "issues.delete",
  "watches.markRead",
  "watches.mute",
  "watches.acknowledge",
  "watches.delete",
  "watchChannels.delete",
  "eventSubscriptions.delete",
  "runWatches.acknowledge",
  "trainingJobs.cancel",
  "models.delete",
  "models.deleteCheckpoints",
  "modelServer.stop",
  "trainingRuns.delete",
  "trainingRuns.pause",
  "trainingRuns.stop",
  "annotationQueues.delete",
  "annotationQueues.removeItem",
  "retention.set",
  "redaction.set",
  "keys.create",
  "keys.revoke",
  "audit.take",
  "providers.remove",
]);

/** True for an operation that is answered although the disk is full. */
export function isPermittedOnFullDisk({ id, effect }: { readonly id: string; readonly effect: string }): boolean {
  return effect === "read" || PERMITTED.has(id);
}

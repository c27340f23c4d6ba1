import { partLoadedLater } from "@/components/ui/loaded-later";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { isOpen } from "@/lib/run/run-states";
import type { Workspace } from "@/lib/workspace/workspace";

const TrainerLog = partLoadedLater(
  async () => (await import("@/components/training/log/trainer-log")).TrainerLog,
  null,
);

/** What the program of a logged run, or the trainer of the newest job prints. A job on another service has its log there. */
export function NewestLog({ workspace, run }: { workspace: Workspace; run: TrainingRunDetail }) {
  if (run.has_log) {
    const source = { kind: "run", projectId: workspace.projectId, runId: run.id } as const;
    return <TrainerLog connectionId={workspace.connectionId} source={source} isLive={isOpen(run)} title="Log" />;
  }
  const newest = run.iterations.findLast(({ job_id: jobId }) => jobId !== null);
  if (newest?.job_id == null || run.source === "log" || run.settings?.model.kind === "remote") return null;
  return (
    <TrainerLog
      key={newest.job_id}
      connectionId={workspace.connectionId}
      source={{ kind: "job", jobId: newest.job_id }}
      isLive={newest.state === "training" || newest.state === "sending"}
      title={`Trainer log of iteration ${newest.iteration}`}
    />
  );
}

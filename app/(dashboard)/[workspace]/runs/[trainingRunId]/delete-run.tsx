"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";
import type { Workspace } from "@/lib/workspace/workspace";

type DeleteRunProps = { workspace: Workspace; run: TrainingRun; onClose: () => void };

/** Asks for confirmation, deletes a logged run, and opens the list. */
export function DeleteRun({ workspace: { connectionId, projectId, slug }, run, onClose }: DeleteRunProps) {
  const queries = useQueryClient();
  const router = useRouter();
  const change = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "trainingRuns.delete", { body: { project_id: projectId, run_id: run.id } }),
    onSuccess: async () => {
      router.push(`/${slug}/runs`);
      await queries.invalidateQueries({
        queryKey: serviceQueryKey(connectionId, "trainingRuns.logged", { projectId }),
      });
    },
  });
  return (
    <ConfirmDialog
      title="Delete this run?"
      description="Deletes its iterations, metrics and rollouts here. The program that logs it and the traces of its rollouts are not affected. If the program logs again, it creates a new run."
      action="Delete run"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}

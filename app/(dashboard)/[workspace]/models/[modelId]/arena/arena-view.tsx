"use client";

import { useQuery } from "@tanstack/react-query";
import { useOpenArena } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/use-open-arena";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PageState } from "@/components/state/page-state";
import { type Checkpoint, useCheckpoints } from "@/components/training/models/use-checkpoints";
import { type ModelRecord, useModel } from "@/components/training/models/use-model";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { ARENA_TITLE } from "./arena-head";
import { ArenaPage } from "./arena-page";
import { NoModelRecord } from "./arena-states";

/** Compares the base and checkpoints of a model on the same prompts. */
export function ArenaView({ modelId }: { modelId: string }) {
  return (
    <WorkspaceGate>
      {(workspace) => <ModelGate key={`${workspace.id} ${modelId}`} workspace={workspace} modelId={modelId} />}
    </WorkspaceGate>
  );
}

/** Stored answers belong to a user; prompts and columns belong to a model. */
function ModelGate({ workspace, modelId }: { workspace: Workspace; modelId: string }) {
  const session = useQuery(appQuery("session.current", {}));
  const model = useModel(workspace.connectionId, modelId);
  const checkpoints = useCheckpoints(workspace.connectionId, modelId);
  if (model.data === null) {
    return (
      <PageState title={ARENA_TITLE}>
        <NoModelRecord />
      </PageState>
    );
  }
  for (const read of [session, model, checkpoints]) {
    if (read.isError && !read.data) {
      return (
        <PageState title={ARENA_TITLE}>
          <FailureState failure={failureOf(read.error)} onRetry={() => void read.refetch()} />
        </PageState>
      );
    }
  }
  if (!session.data || !model.data || !checkpoints.data) return <ProgressBar label="Loading model" />;
  return (
    <StoredArenaGate
      workspace={workspace}
      personId={session.data.person.id}
      record={model.data}
      checkpoints={checkpoints.data}
    />
  );
}

type StoredArenaGateProps = {
  workspace: Workspace;
  personId: string;
  record: ModelRecord;
  checkpoints: readonly Checkpoint[];
};

function StoredArenaGate({ workspace, personId, record, checkpoints }: StoredArenaGateProps) {
  const open = useOpenArena(workspace, personId, record.id);
  if (open === null) return <ProgressBar label="Loading stored answers" />;
  return <ArenaPage workspace={workspace} record={record} checkpoints={checkpoints} open={open} />;
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { newDraft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withModels } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { type DraftAddress, loadDraft } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { PlaygroundPage } from "./playground-page";
import { useOpenedSource } from "./use-opened-source";

const SourceGate = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/open/source-gate")).SourceGate,
  <ProgressBar label="Loading" />,
);

/** The playground: completions that the user runs. */
export function PlaygroundView() {
  return <WorkspaceGate>{(workspace) => <PersonGate key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

/** Drafts and history belong to a user. */
function PersonGate({ workspace }: { workspace: Workspace }) {
  const session = useQuery(appQuery("session.current", {}));
  const { source, models, leave } = useOpenedSource();
  if (session.isPending) return <ProgressBar label="Loading your account" />;
  if (session.isError)
    return <FailureState failure={failureOf(session.error)} onRetry={() => void session.refetch()} />;
  const address = { workspaceId: workspace.id, personId: session.data.person.id };
  if (source === null) {
    return <DraftEditor key={models.join("\n")} workspace={workspace} address={address} models={models} />;
  }
  return (
    <SourceGate
      key={`${source.kind} ${source.id}`}
      workspace={workspace}
      address={address}
      source={source}
      models={models}
      onLeave={leave}
    >
      {(start) => <PlaygroundPage workspace={workspace} address={address} {...start} />}
    </SourceGate>
  );
}

type DraftEditorProps = { workspace: Workspace; address: DraftAddress };

/** The saved draft, with the models in the URL if there are any. */
function DraftEditor({ workspace, address, models }: DraftEditorProps & { models: readonly string[] }) {
  const [draft] = useState(() => withModels(loadDraft(address) ?? newDraft(), models));
  return <PlaygroundPage workspace={workspace} address={address} draft={draft} filled={null} />;
}

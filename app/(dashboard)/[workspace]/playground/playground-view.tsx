"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
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
import { NOTHING_OPENED, playgroundParams } from "./search-params";

const RolloutGate = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/open/rollout-gate")).RolloutGate,
  <ProgressBar label="Loading" />,
);

const RequestGate = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/open/request-gate")).RequestGate,
  <ProgressBar label="Loading" />,
);

const PromptGate = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/open/prompt-gate")).PromptGate,
  <ProgressBar label="Loading" />,
);

const CallGate = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/open/call-gate")).CallGate,
  <ProgressBar label="Loading" />,
);

/** The playground: completions that the user runs. */
export function PlaygroundView() {
  return <WorkspaceGate>{(workspace) => <PersonGate key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

/** Drafts and history belong to a user. */
function PersonGate({ workspace }: { workspace: Workspace }) {
  const session = useQuery(appQuery("session.current", {}));
  const [{ model: models, ...openParams }, setParams] = useQueryStates(playgroundParams);
  const named = openedBy(openParams);
  // The opened page stays when its id leaves the URL because the draft has changed.
  const [opened, setOpened] = useState(named);
  if (named !== null && named.id !== opened?.id) setOpened(named);
  if (named === null && opened !== null && models.length > 0) setOpened(null);
  if (session.isPending) return <ProgressBar label="Loading your account" />;
  if (session.isError)
    return <FailureState failure={failureOf(session.error)} onRetry={() => void session.refetch()} />;
  const address = { workspaceId: workspace.id, personId: session.data.person.id };
  if (opened === null) {
    return <DraftEditor key={models.join("\n")} workspace={workspace} address={address} models={models} />;
  }
  const Gate = gates[opened.kind];
  return (
    <Gate
      key={opened.id}
      workspace={workspace}
      address={address}
      id={opened.id}
      models={models}
      onLeave={() => {
        setOpened(null);
        void setParams(NOTHING_OPENED, { history: "replace" });
      }}
    >
      {(start) => <PlaygroundPage workspace={workspace} address={address} {...start} />}
    </Gate>
  );
}

const gates = { call: CallGate, request: RequestGate, rollout: RolloutGate, prompt: PromptGate };

/** What the URL opens. */
interface Opened {
  readonly kind: keyof typeof gates;
  readonly id: string;
}

function openedBy({ call, request, rollout, prompt }: Record<Opened["kind"], string | null>): Opened | null {
  if (request !== null) return { kind: "request", id: request };
  if (call !== null) return { kind: "call", id: call };
  if (rollout !== null) return { kind: "rollout", id: rollout };
  return prompt === null ? null : { kind: "prompt", id: prompt };
}

type DraftEditorProps = { workspace: Workspace; address: DraftAddress };

/** The saved draft, with the models in the URL if there are any. */
function DraftEditor({ workspace, address, models }: DraftEditorProps & { models: readonly string[] }) {
  const [draft] = useState(() => withModels(loadDraft(address) ?? newDraft(), models));
  return <PlaygroundPage workspace={workspace} address={address} draft={draft} filled={null} />;
}

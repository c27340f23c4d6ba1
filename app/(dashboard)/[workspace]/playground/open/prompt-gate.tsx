"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Draft, type DraftMessage, newDraft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withMessages, withModels } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { loadDraft } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import { FailureState } from "@/components/state/failure-state";
import { PageState } from "@/components/state/page-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { BackToDraftButton, type GateProps } from "./gate-props";
import { readPrompt } from "./read-prompt";

/** Loads the version of a stored prompt in the URL: its object, a colon, and its digest. */
export function PromptGate({ workspace, address: place, id, models, onLeave, children }: GateProps) {
  const [kept] = useState(() => loadDraft(place));
  const [objectId = "", digest = ""] = id.split(":");
  const body = { project_id: workspace.projectId, object_id: objectId, digest };
  const query = useQuery(serviceQuery(workspace.connectionId, "obj.read", body));
  if (query.isPending) return <ProgressBar label="Loading prompt" />;
  const ownDraft = <BackToDraftButton onLeave={onLeave} />;
  if (query.isError) {
    const failure = failureOf(query.error);
    if (failure.kind === "not-found") {
      return (
        <PageState title="Playground">
          <PaneState kind="no-match" title="Prompt not found" actions={ownDraft}>
            {failure.reason ?? failure.message}
          </PaneState>
        </PageState>
      );
    }
    return (
      <PageState title="Playground">
        <FailureState failure={failure} onRetry={() => void query.refetch()}>
          <p className="mt-2">{ownDraft}</p>
        </FailureState>
      </PageState>
    );
  }
  const messages = readPrompt(query.data.obj.val);
  if (messages === null) {
    return (
      <PageState title="Playground">
        <PaneState kind="cut" title="Not a prompt" actions={ownDraft} isFailure>
          <span className="text-code">{id}</span> contains neither messages nor text.
        </PaneState>
      </PageState>
    );
  }
  const from = `the prompt ${objectId}:v${query.data.obj.version_index}`;
  return (
    <OpenedPrompt models={models} from={from} messages={messages} kept={kept}>
      {children}
    </OpenedPrompt>
  );
}

type OpenedPromptProps = Pick<GateProps, "models" | "children"> & {
  from: string;
  messages: readonly DraftMessage[];
  kept: Draft | null;
};

/** The messages of a prompt in place of the typed ones. */
function OpenedPrompt({ models, from, messages, kept, children }: OpenedPromptProps) {
  const [start] = useState(() => ({
    draft: withModels(withMessages(kept ?? newDraft(), "shared", messages), models),
    filled: { from, lost: [], before: kept },
  }));
  return children(start);
}

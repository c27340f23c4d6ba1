"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Draft, newDraft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withModels, withRequest } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { ReadRequest } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { loadDraft } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import { FailureState } from "@/components/state/failure-state";
import { PageState } from "@/components/state/page-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatShortId } from "@/lib/format/identifier";
import { BackToDraftButton, type GateProps } from "./gate-props";
import { readCall } from "./read-call";

/** Loads the call in the URL. Edits made since it was opened are kept. */
export function CallGate({ workspace, address: place, id, models, onLeave, children }: GateProps) {
  const [kept] = useState(() => loadDraft(place));
  // The full call, however large, since its request is to be run again.
  const query = useQuery(serviceQuery(workspace.connectionId, "call.read", { project_id: workspace.projectId, id }));
  if (kept?.callId === id) return children({ draft: kept, filled: null });
  if (query.isPending) return <ProgressBar label="Loading call" />;
  const ownDraft = <BackToDraftButton onLeave={onLeave} />;
  if (query.isError) {
    return (
      <PageState title="Playground">
        <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()}>
          <p className="mt-2">{ownDraft}</p>
        </FailureState>
      </PageState>
    );
  }
  const { call } = query.data;
  if (call === null) {
    return (
      <PageState title="Playground">
        <PaneState kind="no-match" title="No call with this id" actions={ownDraft}>
          It was deleted, or <span className="text-code">{id}</span> belongs to another project.
        </PaneState>
      </PageState>
    );
  }
  const read = readCall(call);
  if (read.messages.length === 0) {
    return (
      <PageState title="Playground">
        <PaneState kind="empty" title="Not a model call" actions={ownDraft}>
          Its inputs contain no messages, so there is nothing to run again.
        </PaneState>
      </PageState>
    );
  }
  return (
    <OpenedCall id={id} models={models} read={read} kept={kept}>
      {children}
    </OpenedCall>
  );
}

type OpenedCallProps = Pick<GateProps, "id" | "models" | "children"> & { read: ReadRequest; kept: Draft | null };

/** The request of a call, with the models in the URL if there are any. */
function OpenedCall({ id, models, read, kept, children }: OpenedCallProps) {
  const [start] = useState(() => ({
    draft: withModels(withRequest(kept ?? newDraft(), read, id), models),
    filled: { from: `call ${formatShortId(id)}`, lost: read.unsupported, before: kept },
  }));
  return children(start);
}

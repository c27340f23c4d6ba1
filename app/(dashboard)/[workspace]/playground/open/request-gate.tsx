"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseDraft } from "@/app/(dashboard)/[workspace]/playground/draft/stored-draft";
import { loadDraft } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import { FailureState } from "@/components/state/failure-state";
import { PageState } from "@/components/state/page-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { BackToDraftButton, type GateProps } from "./gate-props";

/** Loads a shared request with every column, parameter and variable. */
export function RequestGate({ address: place, id, onLeave, children }: Omit<GateProps, "workspace">) {
  const [kept] = useState(() => loadDraft(place));
  const query = useQuery({ ...appQuery("sharedRequests.read", { id }), staleTime: Number.POSITIVE_INFINITY });
  if (query.isPending) return <ProgressBar label="Loading request" />;
  const ownDraft = <BackToDraftButton onLeave={onLeave} />;
  if (query.isError) {
    const failure = failureOf(query.error);
    if (failure.kind === "not-found") {
      return (
        <PageState title="Playground">
          <PaneState kind="no-match" title="Request not found" actions={ownDraft}>
            {failure.message}
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
  const draft = parseDraft(query.data.draft);
  if (draft === null) {
    return (
      <PageState title="Playground">
        <PaneState kind="cut" title="Could not read this request" actions={ownDraft} isFailure>
          It was saved by another version of the playground.
        </PaneState>
      </PageState>
    );
  }
  const filled = { from: `${query.data.ownerName}’s request`, lost: [], before: kept };
  return children({ draft, filled });
}

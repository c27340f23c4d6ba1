"use client";

import type { ReactNode } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallPlace } from "@/lib/calls/call-address";
import { useWholeCall } from "./use-call";

type WholeCallProps = { place: CallPlace; children: (whole: Call) => ReactNode };

/** Reads the payload of a call for what shows all of it. What is large in it is lazy. */
export function WholeCall({ place, children }: WholeCallProps) {
  const query = useWholeCall(place.connectionId, place.projectId, place.callId, true);
  if (query.data?.call) return children(query.data.call);
  if (query.isError) {
    return (
      <FailureState
        failure={failureOf(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isRefetching}
      />
    );
  }
  return query.data ? <GoneState callId={place.callId} /> : <DetailsSkeleton />;
}

/** The service has no call by an id. */
export function GoneState({ callId }: { callId: string }) {
  return (
    <PaneState warp="no-match" title="There is no such call">
      It was deleted, or <span className="text-code">{callId}</span> belongs to another project.
    </PaneState>
  );
}

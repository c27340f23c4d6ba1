"use client";

import type { ReactNode } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallAddress } from "@/lib/calls/call-address";
import { useFullCall } from "./use-call";

type FullCallLoaderProps = { address: CallAddress; children: (fullCall: Call) => ReactNode };

/** Loads the payload of a call for views that show all of it. Large values in it are lazy. */
export function FullCallLoader({ address, children }: FullCallLoaderProps) {
  const query = useFullCall(address.connectionId, address.projectId, address.callId, true);
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
  return query.data ? <CallNotFound callId={address.callId} /> : <DetailsSkeleton />;
}

/** The state for an id without a call. */
export function CallNotFound({ callId }: { callId: string }) {
  return (
    <PaneState kind="no-match" title="Call not found">
      The call was deleted, or <span className="text-code">{callId}</span> belongs to another project.
    </PaneState>
  );
}

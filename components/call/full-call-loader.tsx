"use client";

import type { ReactNode } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallAddress } from "@/lib/calls/call-address";
import { useFullCall } from "./use-call";

type FullCallLoaderProps = { address: CallAddress; children: (whole: Call) => ReactNode };

/** Reads the payload of a call for what shows all of it. What is large in it is lazy. */
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

/** The service has no call by an id. */
export function CallNotFound({ callId }: { callId: string }) {
  return (
    <PaneState kind="no-match" title="There is no such call">
      It was deleted, or <span className="text-code">{callId}</span> belongs to another project.
    </PaneState>
  );
}

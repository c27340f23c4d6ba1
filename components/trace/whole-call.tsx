"use client";

import { type ReactNode, useState } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls";
import { formatCount } from "@/lib/format/count";
import type { CallPlace } from "./call-place";
import { DetailsSkeleton } from "./details-skeleton";
import { payloadLength } from "./prepare-beginning";
import { useBeginnings } from "./use-beginnings";
import { useWholeCall } from "./use-call";

/** A payload with more characters than this is read after a person says so. */
const ASK_LENGTH = 4_000_000;

type WholeCallProps = { place: CallPlace; call: Call; children: (whole: Call) => ReactNode };

/** Reads the payload of a call for what shows all of it, and says so when that is much. */
export function WholeCall({ place, call, children }: WholeCallProps) {
  const { connectionId, projectId, callId } = place;
  const [isWanted, setIsWanted] = useState(false);
  const beginnings = useBeginnings(connectionId, projectId, call);
  const length = beginnings.data ? payloadLength(beginnings.data) : null;
  const mayRead = isWanted || beginnings.isError || (length !== null && length <= ASK_LENGTH);
  const query = useWholeCall(connectionId, projectId, callId, mayRead);
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
  if (query.data) return <GoneState callId={callId} />;
  if (length !== null && !mayRead) {
    return (
      <PaneState
        warp="empty"
        title="This call holds much"
        actions={
          <Button size="small" onClick={() => setIsWanted(true)}>
            Read all of it
          </Button>
        }
      >
        Inputs and output have {formatCount(length)} characters. Input and output shows them in parts.
      </PaneState>
    );
  }
  return <DetailsSkeleton />;
}

/** The service has no call by an id. */
export function GoneState({ callId }: { callId: string }) {
  return (
    <PaneState warp="no-match" title="There is no such call">
      It was deleted, or <span className="text-code">{callId}</span> belongs to another project.
    </PaneState>
  );
}

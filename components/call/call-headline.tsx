"use client";

import { CallMenu } from "@/components/call/actions/call-menu";
import { useCallCopies } from "@/components/call/actions/use-call-copies";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useKeys } from "@/components/keyboard/use-keys";
import type { CallAddress } from "@/lib/calls/call-address";
import { callKind, callName, callStatus } from "@/lib/calls/call-facts";
import { OpenInPlayground } from "./open-in-playground";
import { useCall } from "./use-call";

/** The call's name and status, and its actions. */
export function CallHeadline({ connectionId, projectId, callId }: CallAddress) {
  const copies = useCallCopies({ connectionId, projectId, callId });
  useKeys("call", { y: copies.id });
  const call = useCall(connectionId, projectId, callId).data?.call ?? null;
  return (
    <div className="flex h-9 flex-none items-center gap-2 pr-2 pl-4">
      {call === null ? (
        <h3 className="truncate text-code text-ink-3">{callId}</h3>
      ) : (
        <>
          <KindGlyph kind={callKind(call)} />
          <h3 className="truncate text-code font-medium">{callName(call)}</h3>
          <StatusGlyph status={callStatus(call)} />
          <span className="ml-auto flex flex-none items-center gap-1">
            {callKind(call) === "llm" ? <OpenInPlayground callId={callId} /> : null}
            <CallMenu address={{ connectionId, projectId, callId }} call={call} hasKeys />
          </span>
        </>
      )}
    </div>
  );
}

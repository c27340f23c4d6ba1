"use client";

import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import type { CallAddress } from "@/lib/calls/call-address";
import { callFigureTexts } from "@/lib/calls/call-figures";
import { useCall } from "./use-call";

/** The metrics of the call below its details, then keys. */
export function CallFoot({ connectionId, projectId, callId }: CallAddress) {
  const call = useCall(connectionId, projectId, callId).data?.call;
  if (!call) return null;
  return (
    <div className="flex h-(--foot-h) flex-none items-center gap-3 overflow-hidden border-t border-line bg-sunken px-4 text-micro whitespace-nowrap text-ink-3">
      {callFigureTexts(call, Date.now()).map((figure) => (
        <span key={figure}>{figure}</span>
      ))}
      <span className="ml-auto flex gap-3.5 max-lg:hidden">
        <KeyHints hints={[keyHint("call", ["1-8"], "tabs"), keyHint("call", ["m"], "actions")]} />
      </span>
    </div>
  );
}

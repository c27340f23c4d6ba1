"use client";

import type { ReactNode } from "react";
import type { Call } from "@/lib/api/contract/calls/calls";
import { ResolvedValue } from "./resolved-value";

type ResolvedCallProps = { connectionId: string; call: Call; children: (call: Call) => ReactNode };

/** A call whose inputs have the values of table rows in place of refs to them, with a line that says so. */
export function ResolvedCall({ connectionId, call, children }: ResolvedCallProps) {
  return (
    <ResolvedValue connectionId={connectionId} projectId={call.project_id} value={call.inputs}>
      {(inputs) => children(inputs === call.inputs ? call : { ...call, inputs: inputs as Call["inputs"] })}
    </ResolvedValue>
  );
}

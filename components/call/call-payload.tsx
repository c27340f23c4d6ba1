"use client";

import type { Call } from "@/lib/api/contract/calls/calls";
import { missingContent } from "@/lib/calls/content/missing-content";
import { MissingContentState } from "./missing-content-state";
import { PayloadSection } from "./payload-section";

/** The full inputs and output. */
export function CallPayload({ call }: { call: Call }) {
  const missing = missingContent(call);
  if (missing !== null) return <MissingContentState {...missing} />;
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <PayloadSection label="inputs" value={call.inputs ?? null} />
      <PayloadSection label="output" value={call.output ?? null} />
    </div>
  );
}

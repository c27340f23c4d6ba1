"use client";

import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";

/** A defect of the dashboard itself. The digest finds it in the server's log. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <PaneState
      isFailure
      kind="cut"
      title="This page broke"
      actions={
        <Button size="small" onClick={reset}>
          Try again
        </Button>
      }
    >
      <span className="text-code">{error.digest ? `digest ${error.digest}` : error.message}</span>
    </PaneState>
  );
}

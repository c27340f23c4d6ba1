"use client";

import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";

/** Shown for a defect of the dashboard itself. The digest identifies it in the server's log. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <PaneState
      isFailure
      kind="cut"
      title="Something went wrong on this page"
      actions={
        <Button size="small" onClick={reset}>
          Retry
        </Button>
      }
    >
      <span className="text-code">{error.digest ? `digest ${error.digest}` : error.message}</span>
    </PaneState>
  );
}

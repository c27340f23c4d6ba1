"use client";

import { Button } from "./button";
import { Callout } from "./callout";

/** The error in place of code that did not load. */
export interface LoadFailureProps {
  isRetrying: boolean;
  onRetry: () => void;
}

/** A part of the page whose code did not load. */
export function LoadFailure({ isRetrying, onRetry }: LoadFailureProps) {
  return (
    <Callout tone="err" className="m-2 h-fit">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p>This part of the page could not be loaded.</p>
        <Button size="small" isBusy={isRetrying} onClick={onRetry}>
          Retry
        </Button>
      </div>
    </Callout>
  );
}

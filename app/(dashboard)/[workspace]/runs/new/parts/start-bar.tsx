import { Play } from "lucide-react";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

type StartBarProps = {
  isReady: boolean;
  isStarting: boolean;
  failure: ServiceFailure | null;
  hint: string;
  onStart: () => void;
};

/** Starts the run, or says why that is not possible. */
export function StartBar({ isReady, isStarting, failure, hint, onStart }: StartBarProps) {
  return (
    <div className="grid flex-none gap-2 border-t border-line px-4 py-3">
      {failure === null ? null : (
        <Callout tone="err">
          Not started. <FailureDetails failure={failure} />
        </Callout>
      )}
      <div className="flex items-center gap-2.5">
        <Button
          kind="primary"
          disabled={!isReady}
          isBusy={isStarting}
          icon={<Play size={14} strokeWidth={1.7} aria-hidden="true" />}
          onClick={onStart}
        >
          Start run
        </Button>
        <span className="min-w-0 text-small text-ink-3">{hint}</span>
      </div>
    </div>
  );
}

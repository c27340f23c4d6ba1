import { X } from "lucide-react";
import type { ChosenExample } from "@/components/evaluation/results/use-chosen-example";
import { useKeys } from "@/components/keyboard/use-keys";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";

type ChosenExampleStateProps = {
  label: string;
  chosen: Exclude<ChosenExample, { kind: "none" | "found" }>;
  className: string;
  onClose: () => void;
};

/** Stands where a chosen example opens, while the example loads or when there is none. */
export function ChosenExampleState({ label, chosen, className, onClose }: ChosenExampleStateProps) {
  useKeys("everywhere", { Escape: onClose });
  return (
    <section aria-label={label} className={className}>
      <div className="flex h-10 flex-none items-center justify-end pr-2">
        <Button kind="ghost" size="icon-small" aria-label="Close" onClick={onClose}>
          <X size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </div>
      {chosen.kind === "loading" ? (
        <ProgressBar label="Loading example" />
      ) : chosen.kind === "failed" ? (
        <FailureState failure={chosen.failure} onRetry={chosen.retry} />
      ) : (
        <PaneState kind="no-match" title="Example not found">
          The URL names an example that is not among the results.
        </PaneState>
      )}
    </section>
  );
}

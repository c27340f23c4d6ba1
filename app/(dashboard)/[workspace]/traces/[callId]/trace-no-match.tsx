import type { ContentSearch } from "@/components/calls/use-content-search";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";

type TraceNoMatchProps = { text: string; content: ContentSearch; onClear: () => void };

/** A search without a match so far: the service may still be searching the contents, or could not. */
export function TraceNoMatch({ text, content, onClear }: TraceNoMatchProps) {
  if (content.isPending) {
    return (
      <div className="relative min-h-0 flex-1">
        <ProgressBar label="Searching inputs and outputs" />
      </div>
    );
  }
  if (content.failure) {
    return (
      <FailureState failure={content.failure} onRetry={content.retry}>
        <p>No name, op, model, error or id matches “{text}”. Inputs and outputs could not be searched.</p>
      </FailureState>
    );
  }
  return (
    <PaneState
      kind="no-match"
      title={`No calls match “${text}”`}
      actions={<Button onClick={onClear}>Clear search</Button>}
    >
      The search covers names, ops, models, errors, ids, inputs and outputs.
    </PaneState>
  );
}

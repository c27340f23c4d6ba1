import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { MAX_COMPARED_JOBS } from "@/lib/address/compare-jobs-href";
import { countOf } from "@/lib/format/count";
import { failureMessage } from "@/lib/training/events/training-event";
import type { ComparedJob } from "./compared-jobs";

type CompareNotesProps = { sides: readonly ComparedJob[]; onRetry: (id: string) => void; isTooMany: boolean };

/** Describes problems of single jobs; the others are still drawn. */
export function CompareNotes({ sides, onRetry, isTooMany }: CompareNotesProps) {
  return (
    <div className="grid flex-none gap-1.5 px-4 [&:not(:empty)]:pb-2.5 max-md:px-3">
      {isTooMany ? (
        <Callout tone="plain">
          The URL names more than {MAX_COMPARED_JOBS} jobs: the first {MAX_COMPARED_JOBS} are shown.
        </Callout>
      ) : null}
      {sides.map(({ id, label, state }) => {
        const { phase, failure, badLineCount, isStuck, log } = state;
        const message = failureMessage(log.last ?? undefined);
        if ((phase === "failed" || phase === "retrying") && failure) {
          return (
            <Callout key={id} tone={phase === "failed" ? "err" : "warn"}>
              <b>{label}</b> {phase === "failed" ? "could not be loaded" : "is retrying"}: {failure.message}{" "}
              <Button size="small" onClick={() => onRetry(id)} className="ml-1">
                Retry now
              </Button>
            </Callout>
          );
        }
        if (badLineCount > 0) {
          return (
            <Callout key={id} tone="warn">
              <b>{label}</b>: {countOf(badLineCount, "event")} could not be read and {badLineCount === 1 ? "is" : "are"}{" "}
              missing here.
            </Callout>
          );
        }
        if (isStuck) {
          return (
            <Callout key={id} tone="warn">
              <b>{label}</b>: the service returns the same events again, so later ones are missing here.
            </Callout>
          );
        }
        return message === null ? null : (
          <Callout key={id} tone="plain">
            <b>{label}</b> failed: {message}
          </Callout>
        );
      })}
    </div>
  );
}

import { FailureDetails } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

type RunFailuresProps = {
  control: { readonly failure: ServiceFailure | null; readonly actionFailure: ServiceFailure | null };
  /** What a failed request leaves as it was: `Progress is not up to date.` */
  stale: string;
  /** For each failure. */
  className?: string;
};

/** Why a run that is shown is not up to date, and why an action on it failed. */
export function RunFailures({ control: { failure, actionFailure }, stale, className = "" }: RunFailuresProps) {
  return (
    <>
      {failure === null ? null : (
        <Callout tone="err" className={className}>
          {stale} <FailureDetails failure={failure} />
        </Callout>
      )}
      {actionFailure === null ? null : (
        <Callout tone="err" className={className}>
          <FailureDetails failure={actionFailure} />
        </Callout>
      )}
    </>
  );
}

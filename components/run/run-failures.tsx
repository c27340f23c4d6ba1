import { FailureDetails } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

type RunFailuresProps = {
  control: { readonly failure: ServiceFailure | null; readonly actionFailure: ServiceFailure | null };
  /** The consequence of a failed request: `Progress is not up to date.` */
  stale: string;
  /** For each failure. */
  className?: string;
};

/** The reasons why a shown run is not up to date, or why an action on it failed. */
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

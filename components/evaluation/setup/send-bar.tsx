import type { ReactNode } from "react";
import { FailureDetails } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";

type SendBarProps = {
  failure: ServiceFailure | null;
  /** The consequence of the failure: `Not started.` */
  refusal: string;
  /** The parts that the form still needs. */
  missing: readonly string[];
  problemCount: number;
  /** Shown once the form can be sent. */
  hint: string | null;
  /** For its row. */
  className?: string;
  /** The buttons that send the form. */
  children: ReactNode;
};

/** Sends a form, or says why that is not possible. */
export function SendBar({ failure, refusal, missing, problemCount, hint, className, children }: SendBarProps) {
  return (
    <div className="grid flex-none gap-2 border-t border-line px-4 py-3">
      {failure === null ? null : (
        <Callout tone="err">
          {refusal} <FailureDetails failure={failure} />
        </Callout>
      )}
      <div className={classNames("flex items-center gap-2.5", className)}>
        {children}
        <span className="min-w-0 text-small text-ink-3">
          {missing.length > 0
            ? `Needs ${missing.join(", ")}`
            : problemCount > 0
              ? `${countOf(problemCount, "problem")} to fix`
              : hint}
        </span>
      </div>
    </div>
  );
}

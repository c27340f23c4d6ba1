import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

type NoEvaluationProps = {
  isMember: boolean;
  /** The page on which an evaluation is set. */
  href: string;
  /** Why the last refresh failed. */
  failure: ServiceFailure | null;
};

/** Says that no evaluation is set on the model, and leads to the page that sets one. */
export function NoEvaluation({ isMember, href, failure }: NoEvaluationProps) {
  return (
    <section
      aria-label="Evaluation of checkpoints"
      className="flex min-h-[38px] flex-none flex-wrap items-center gap-2 border-t border-line px-4 py-1 text-small text-ink-2 max-md:px-3"
    >
      <span className="min-w-0 flex-1">
        No evaluation is set on this model. Metrics below are means of its training data.
        {failure === null ? null : <span className="text-warn"> Refresh failed: {failure.message}</span>}
      </span>
      {isMember ? (
        <Button asChild size="small">
          <Link href={href}>
            <FlaskConical size={13} strokeWidth={1.7} aria-hidden="true" />
            Set an evaluation
          </Link>
        </Button>
      ) : null}
    </section>
  );
}

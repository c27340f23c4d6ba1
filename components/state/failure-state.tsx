import { RefreshCw } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SignInElsewhere } from "@/components/ui/sign-in-elsewhere";
import { askAgain } from "@/lib/api/client/absent-operations";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { failureFacts } from "@/lib/failure/failure-facts";
import { failureText } from "@/lib/failure/failure-text";
import { locationPath } from "@/lib/failure/field-errors";
import { PaneState } from "./pane-state";

type FailureStateProps = {
  failure: ServiceFailure;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** The parts that still work, or a replacement. */
  children?: ReactNode;
};

/** The state of a failed request: replaces the rows and stays until a retry. */
export function FailureState({ failure, onRetry, isRetrying = false, children }: FailureStateProps) {
  const text = failureText(failure);
  return (
    <PaneState
      isFailure
      kind={text.kind}
      title={text.title}
      extra={<FailureDetails failure={failure} />}
      actions={
        <>
          {onRetry && text.canRetry ? (
            <Button
              size="small"
              isBusy={isRetrying}
              onClick={() => {
                if (failure.kind === "unsupported") askAgain(failure.operation);
                onRetry();
              }}
              icon={<RefreshCw size={13} strokeWidth={1.7} aria-hidden="true" />}
            >
              Retry
            </Button>
          ) : null}
          {failure.kind === "signed-out" ? <SignInElsewhere /> : null}
          {text.settings ? (
            <Button asChild kind="ghost" size="small">
              <Link href="/settings/connections">Open connections</Link>
            </Button>
          ) : null}
        </>
      }
    >
      {text.advice}
      {children}
    </PaneState>
  );
}

/** The failure in the service's words, with details that help to find it in a log. */
export function FailureDetails({ failure }: { failure: ServiceFailure }) {
  return (
    <div className="mt-1 grid w-full gap-1 text-small">
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {[failure.message, failure.reason].filter((text) => text !== undefined && text !== "").join(" ")}
      </p>
      {failure.detail && failure.detail.length > 0 ? (
        <ul className="border-t border-line text-left">
          {failure.detail.map((item) => (
            <li key={`${item.loc.join(".")} ${item.msg}`} className="border-b border-line py-1.5">
              <span className="text-code [overflow-wrap:anywhere]">{locationPath(item.loc) || "the request"}</span>
              <p className="text-ink-2">{item.msg}</p>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-code text-ink-3">{failureFacts(failure)}</p>
    </div>
  );
}

import { Callout } from "@/components/ui/callout";
import { SignInElsewhere } from "@/components/ui/sign-in-elsewhere";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { failureFacts } from "@/lib/failure/failure-facts";

/** Failures that another input does not fix. Their facts help to find the cause in a log. */
const IN_THE_LOG = new Set<ServiceFailure["kind"]>(["upstream", "unreadable", "unreachable"]);

type DialogFailureProps = { failure: ServiceFailure | null; messages: readonly string[] };

/** The failure of the request of a dialog or a form, above the buttons. It stays until a retry. */
export function DialogFailure({ failure, messages }: DialogFailureProps) {
  if (messages.length === 0) return null;
  return (
    <Callout tone="err">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {failure?.kind === "signed-out" ? (
        <p>
          <SignInElsewhere />, then try again. What you entered stays here.
        </p>
      ) : null}
      {failure !== null && IN_THE_LOG.has(failure.kind) ? (
        <p className="text-code text-ink-3">{failureFacts(failure)}</p>
      ) : null}
    </Callout>
  );
}

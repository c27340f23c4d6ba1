import { AuthPage } from "@/app/(auth)/auth-page";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

type RefusedRequestViewProps = {
  message: string;
  /** Null when nothing proves that the address is the client's. */
  returnUrl: string | null;
};

/** A request of a client that nobody can allow. It leads nowhere by itself. */
export function RefusedRequestView({ message, returnUrl }: RefusedRequestViewProps) {
  return (
    <AuthPage>
      <div className="m-auto grid w-80 gap-3.5 max-md:w-full">
        <h1 className="text-display font-medium tracking-[-0.025em]">The agent cannot be connected</h1>
        <Callout tone="err">{message}</Callout>
        {returnUrl === null ? (
          <p className="text-ink-2">Close this page and start again in the agent.</p>
        ) : (
          <Button asChild>
            <a href={returnUrl}>Return to {new URL(returnUrl).host}</a>
          </Button>
        )}
      </div>
    </AuthPage>
  );
}

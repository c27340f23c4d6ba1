import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { askAgain } from "@/lib/api/client/absent-operations";
import type { OperationId } from "@/lib/api/contract/operations";
import { OperationPath } from "./operation-path";
import { PaneState } from "./pane-state";

type UnsupportedStateProps = {
  connectionName: string;
  /** The missing feature as the user knows it: `a list of objects`. */
  what: string;
  /** The missing operation. */
  operation: OperationId;
  onRetry: () => void;
  /** Data that is available nevertheless. */
  extra?: ReactNode;
  /** The consequence and what still works; follows the operation's path. */
  children: ReactNode;
};

/** The state of a pane whose operation the service does not support. */
export function UnsupportedState({ connectionName, what, operation, onRetry, extra, children }: UnsupportedStateProps) {
  return (
    <PaneState
      kind="not-offered"
      title={`This connection does not support ${what}`}
      extra={extra}
      actions={
        <Button
          size="small"
          onClick={() => {
            askAgain(operation);
            onRetry();
          }}
        >
          Retry
        </Button>
      }
    >
      <b>{connectionName}</b> has no <OperationPath id={operation} />
      {children}
    </PaneState>
  );
}

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { findOperation, type OperationId } from "@/lib/api/contract/operations";
import { PaneState } from "./pane-state";

type UnsupportedStateProps = {
  connectionName: string;
  /** What is missing, as a person calls it: `a list of objects`. */
  what: string;
  /** The operation that the service does not have. */
  operation: OperationId;
  onRetry: () => void;
  /** What is known all the same. */
  extra?: ReactNode;
  /** What follows from it and what still works; begins behind the operation's path. */
  children: ReactNode;
};

/** A service that does not have the operation that a pane rests on. */
export function UnsupportedState({ connectionName, what, operation, onRetry, extra, children }: UnsupportedStateProps) {
  return (
    <PaneState
      kind="not-offered"
      title={`This connection does not offer ${what}`}
      extra={extra}
      actions={
        <Button size="small" onClick={onRetry}>
          Ask again
        </Button>
      }
    >
      <b>{connectionName}</b> has no <span className="text-code">{findOperation(operation)?.path}</span>
      {children}
    </PaneState>
  );
}

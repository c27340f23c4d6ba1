import { useMemo } from "react";
import type { TracesScope } from "@/lib/address/traces-href";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { Deployment } from "@/lib/api/contract/deployments/deployments";
import type { Workspace } from "@/lib/workspace/workspace";
import { type Change, chartSpan, prepareChanges } from "./prepare-changes";
import { useDeployments } from "./use-deployments";

interface Changes {
  readonly changes: readonly Change[];
  /** The marks of the range; null where the service has none, or they are not known. */
  readonly deployments: readonly Deployment[] | null;
  /** What could not be read; empty otherwise, and where the service has no marks. */
  readonly note: string;
}

/** The changes of what runs in the range of a response, once it is there. */
export function useChanges(workspace: Workspace, result: CallsFiguresResult | undefined, scope: TracesScope): Changes {
  const span = useMemo(() => (result === undefined ? null : chartSpan(result)), [result]);
  const { list, note } = useDeployments(workspace, span);
  const changes = useMemo(
    () => (list !== null && span !== null ? prepareChanges(list, span, scope, Date.now()) : []),
    [list, span, scope],
  );
  return { changes, deployments: list?.deployments ?? null, note };
}

"use client";

import { useBaseUrl } from "@/components/session/use-base-url";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Snippet } from "@/components/ui/snippet";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { splitProject } from "@/lib/workspace/workspace";

/** The shortest request that sets a price. */
function firstPrice(baseUrl: string, projectId: string): string {
  const body = JSON.stringify({
    project_id: projectId,
    costs: { "gpt-4o": { prompt_token_cost: 0.0000025, completion_token_cost: 0.00001 } },
  });
  return [`curl ${baseUrl}/cost/create -u api:$WANDB_API_KEY \\`, `  -d '${body}'`].join("\n");
}

type NoPricesProps = { workspace: Workspace; onAdd: (() => void) | undefined };

/** No price was set: calls are costed by published prices, and this is how to set one. */
export function NoPrices({ workspace, onAdd }: NoPricesProps) {
  const snippet = firstPrice(useBaseUrl(workspace.connectionId), workspace.projectId);
  return (
    <PaneState
      kind="empty"
      title={`No prices in ${splitProject(workspace.projectId).project} yet`}
      extra={<Snippet text={snippet} noun="request" isWrapped />}
      actions={
        onAdd ? (
          <Button size="small" onClick={onAdd}>
            Add a price
          </Button>
        ) : null
      }
    >
      A price that is set here counts before the published one, from its date on. The prices that providers publish are
      never listed.
    </PaneState>
  );
}

type NoMatchProps = {
  /** What narrows the list, in words. */
  filters: readonly string[];
  /** How many there are without the filters; null while it is not known. */
  unfiltered: number | null;
  offset: number;
  onClear: () => void;
  onFirstPage: () => void;
};

/** Nothing matches, or the page lies behind the last record. */
export function NoPriceMatch({ filters, unfiltered, offset, onClear, onFirstPage }: NoMatchProps) {
  return (
    <PaneState
      kind="no-match"
      title={offset > 0 ? `No records after the first ${offset}` : "No prices match"}
      actions={
        <>
          {filters.length > 0 ? (
            <Button size="small" onClick={onClear}>
              Clear all
            </Button>
          ) : null}
          {offset > 0 ? (
            <Button size="small" kind="ghost" onClick={onFirstPage}>
              First page
            </Button>
          ) : null}
        </>
      }
    >
      {filters.length === 0 ? null : (
        <>
          Asked for {filters.join(", ")}.{" "}
          {unfiltered === null ? null : `Without that there would be ${countOf(unfiltered, "record")}.`}
        </>
      )}
    </PaneState>
  );
}

/** The service has no prices at all: what that means for the figures elsewhere. */
export function CostsUnsupported({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <UnsupportedState connectionName={workspace.connectionName} what="prices" operation="cost.query" onRetry={onRetry}>
      , so its price records cannot be listed. Costs of calls are still shown where the service writes them into the
      calls.
    </UnsupportedState>
  );
}

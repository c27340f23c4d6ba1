"use client";

import { useBaseUrl } from "@/components/session/use-base-url";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Snippet } from "@/components/ui/snippet";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { splitProject } from "@/lib/workspace/workspace";

/** Returns the shortest request that sets a price. */
function firstPrice(baseUrl: string, projectId: string): string {
  const body = JSON.stringify({
    project_id: projectId,
    costs: { "gpt-4o": { prompt_token_cost: 0.0000025, completion_token_cost: 0.00001 } },
  });
  return [`curl ${baseUrl}/cost/create -u api:$WANDB_API_KEY \\`, `  -d '${body}'`].join("\n");
}

type NoPricesProps = { workspace: Workspace; onAdd: (() => void) | undefined };

/** Shown when no price is set and calls use published prices: explains how to set a price. */
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
            Add price
          </Button>
        ) : null
      }
    >
      A price set here overrides the published price from its effective date. Published prices are not listed.
    </PaneState>
  );
}

type NoMatchProps = {
  /** Descriptions of the active filters. */
  filters: readonly string[];
  /** The number of records without the filters; null when not available. */
  unfiltered: number | null;
  offset: number;
  onClear: () => void;
  onFirstPage: () => void;
};

/** Shown when no record matches, or the page is after the last record. */
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
          Filtered by {filters.join(", ")}.{" "}
          {unfiltered === null ? null : `Without filters: ${countOf(unfiltered, "record")}.`}
        </>
      )}
    </PaneState>
  );
}

/** Shown when the service does not support prices, with the consequences for costs elsewhere. */
export function CostsUnsupported({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <UnsupportedState connectionName={workspace.connectionName} what="prices" operation="cost.query" onRetry={onRetry}>
      , so its price records cannot be listed. Costs of calls are still shown if the service includes them in the calls.
    </UnsupportedState>
  );
}

"use client";

import type { ListAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

type NoMatchProps = { params: ListAddress; filterCount: number; onClear: () => void };

/** Shown when nothing matches: lists the active filters. */
export function NoObjectMatch({ params, filterCount, onClear }: NoMatchProps) {
  const { q, base, leaf, ids, not, tags, aliases, kind, latest, offset } = params;
  const names = [
    ...(q === "" ? [] : [`the text “${q}”`]),
    ...(base.length > 0 ? [`class ${base.join(" or ")}`] : []),
    ...(leaf.length > 0 ? [`exact class ${leaf.join(" or ")}`] : []),
    ...(not.length > 0 ? [`excluded class ${not.join(" or ")}`] : []),
    ...(tags.length > 0 ? [`tag ${tags.join(" or ")}`] : []),
    ...(aliases.length > 0 ? [`alias ${aliases.join(" or ")}`] : []),
    ...(ids.length > 0 ? [`object ${ids.join(" or ")}`] : []),
    ...(kind === null ? [] : [`kind ${kind}`]),
    ...(latest ? ["latest only"] : []),
    ...(offset > 0 ? [`from version ${formatCount(offset + 1)}`] : []),
  ];
  return (
    <PaneState
      kind="no-match"
      title={`No objects match ${filterCount === 1 ? "the filter" : `${filterCount} filters`}`}
      actions={
        filterCount > 0 ? (
          <Button size="small" onClick={onClear}>
            Clear all
          </Button>
        ) : null
      }
    >
      {names.length > 0 ? `Active filters: ${names.join(", ")}.` : "The objects were deleted in the meantime."}
    </PaneState>
  );
}

/** The search text is not in the loaded versions, and more versions can be loaded. */
export function NoMatchInLoaded({ count, onLoadMore }: { count: number; onLoadMore: () => void }) {
  return (
    <PaneState
      kind="no-match"
      title="No loaded versions match"
      actions={
        <Button size="small" onClick={onLoadMore}>
          Load more
        </Button>
      }
    >
      {formatCount(count)} versions are loaded, and there are more. The object filter searches the service for full ids.
    </PaneState>
  );
}

/** Shown when the service cannot list objects. */
export function ObjectsUnsupported({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <UnsupportedState
      connectionName={workspace.connectionName}
      what="a list of objects"
      operation="objs.query"
      onRetry={onRetry}
    >
      . Individual versions can still be read by ref: paste it into the box above.
    </UnsupportedState>
  );
}

"use client";

import { useBaseUrl } from "@/components/layout/use-base-url";
import type { ObjectKey } from "@/components/object/object-key";
import { FailureState } from "@/components/state/failure-state";
import { NotOffered } from "@/components/state/not-offered";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Snippet } from "@/components/ui/snippet";
import type { ServiceFailure } from "@/lib/api/contract/service-error";
import { formatCount } from "@/lib/format/count";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";
import { publishSnippet } from "./prepare-snippets";
import type { ObjectsParams } from "./search-params";

/** Nothing stored yet: what will appear, and the one program that makes it appear. */
export function NoObjects({ workspace }: { workspace: Workspace }) {
  const snippet = publishSnippet(useBaseUrl(workspace.connectionId), workspace.projectId);
  return (
    <PaneState
      warp="empty"
      title={`No objects in ${splitProject(workspace.projectId).project} yet`}
      extra={<Snippet text={snippet} noun="program" />}
    >
      Prompts, models, datasets and the source of traced functions appear here, each with its versions. Publish one with
      a Weave SDK.
    </PaneState>
  );
}

type NoMatchProps = { params: ObjectsParams; filterCount: number; onClear: () => void };

/** Nothing matches: which filters are set. */
export function NoMatch({ params, filterCount, onClear }: NoMatchProps) {
  const { q, base, leaf, ids, not, tags, aliases, kind, latest, offset } = params;
  const names = [
    ...(q === "" ? [] : [`the text “${q}”`]),
    ...(base.length > 0 ? [`class ${base.join(" or ")}`] : []),
    ...(leaf.length > 0 ? [`own class ${leaf.join(" or ")}`] : []),
    ...(not.length > 0 ? [`except class ${not.join(" or ")}`] : []),
    ...(tags.length > 0 ? [`tag ${tags.join(" or ")}`] : []),
    ...(aliases.length > 0 ? [`alias ${aliases.join(" or ")}`] : []),
    ...(ids.length > 0 ? [`object ${ids.join(" or ")}`] : []),
    ...(kind === null ? [] : [`kind ${kind}`]),
    ...(latest ? ["latest only"] : []),
    ...(offset > 0 ? [`from version ${formatCount(offset + 1)} on`] : []),
  ];
  return (
    <PaneState
      warp="no-match"
      title={`No objects match ${filterCount === 1 ? "the filter" : `${filterCount} filters`}`}
      actions={
        filterCount > 0 ? (
          <Button size="small" onClick={onClear}>
            Clear all
          </Button>
        ) : null
      }
    >
      {names.length > 0 ? `Set: ${names.join(", ")}.` : "They were deleted meanwhile."}
    </PaneState>
  );
}

/** The text is looked for among what is loaded, and there is more. */
export function NotAmongLoaded({ count, onLoadMore }: { count: number; onLoadMore: () => void }) {
  return (
    <PaneState
      warp="no-match"
      title="Not among the loaded versions"
      actions={
        <Button size="small" onClick={onLoadMore}>
          Load more
        </Button>
      }
    >
      {formatCount(count)} versions are loaded, and there are more. The filter by object asks the service for whole ids.
    </PaneState>
  );
}

/** The service lists no objects. */
export function ObjectsNotOffered({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <NotOffered
      connectionName={workspace.connectionName}
      what="a list of objects"
      operation="objs.query"
      onRetry={onRetry}
    >
      . One version can still be read by its ref: paste it into the box above.
    </NotOffered>
  );
}

const DELETED = /was deleted at ([^\s,]+)/;

/** When a version was deleted, as the service says it; null for every other failure. */
export function deletedAtOf(failure: ServiceFailure): string | null {
  if (failure.kind !== "not-found") return null;
  return DELETED.exec(`${failure.message} ${failure.reason ?? ""}`)?.[1] ?? null;
}

type UnreadableProps = {
  failure: ServiceFailure;
  object: ObjectKey;
  /** The version as it was asked for. */
  name: string;
  onRetry: () => void;
  onLatest: (() => void) | null;
};

/** A version that cannot be shown: deleted, unknown, or not to be had. */
export function UnreadableVersion({ failure, object, name, onRetry, onLatest }: UnreadableProps) {
  if (failure.kind !== "not-found") return <FailureState failure={failure} onRetry={onRetry} />;
  const deletedAt = deletedAtOf(failure);
  const which = name === "latest" ? object.id : `${object.id}:${name}`;
  return (
    <PaneState
      warp={deletedAt === null ? "no-match" : "cut"}
      title={deletedAt === null ? "There is no such version" : "This version was deleted"}
      actions={
        onLatest ? (
          <Button size="small" onClick={onLatest}>
            Show the latest
          </Button>
        ) : null
      }
    >
      {deletedAt === null ? (
        <>
          Nothing is stored as <span className="text-code">{which}</span>. The digest is not right, or it belongs to
          another project.
        </>
      ) : (
        <>
          <span className="text-code">{which}</span> was deleted at {formatFullTime(parseTime(deletedAt))}. Its content
          is gone; its number stays.
        </>
      )}
    </PaneState>
  );
}

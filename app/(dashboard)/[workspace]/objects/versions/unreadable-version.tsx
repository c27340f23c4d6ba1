"use client";

import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { formatFullTime, parseTime } from "@/lib/format/time";
import type { ObjectKey } from "@/lib/object/object-key";

const DELETED = /was deleted at ([^\s,]+)/;

/** When a version was deleted, as the service says it; null for every other failure. */
function deletedAtOf(failure: ServiceFailure): string | null {
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
      kind={deletedAt === null ? "no-match" : "cut"}
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

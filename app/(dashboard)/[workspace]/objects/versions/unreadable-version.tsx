"use client";

import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { formatFullTime, parseTime } from "@/lib/format/time";
import type { ObjectKey } from "@/lib/object/object-key";

const DELETED = /was deleted at ([^\s,]+)/;

/** Returns the deletion time from the failure's own member, else from its message; null for every other failure. */
function deletedAtOf(failure: ServiceFailure): string | null {
  if (failure.kind !== "not-found") return null;
  return failure.deletedAt ?? DELETED.exec(`${failure.message} ${failure.reason ?? ""}`)?.[1] ?? null;
}

type UnreadableProps = {
  failure: ServiceFailure;
  object: ObjectKey;
  /** The requested name of the version. */
  name: string;
  onRetry: () => void;
  onLatest: (() => void) | null;
};

/** Explains why a version cannot be shown: it was deleted, does not exist, or failed to load. */
export function UnreadableVersion({ failure, object, name, onRetry, onLatest }: UnreadableProps) {
  if (failure.kind !== "not-found") return <FailureState failure={failure} onRetry={onRetry} />;
  const deletedAt = deletedAtOf(failure);
  const which = name === "latest" ? object.id : `${object.id}:${name}`;
  return (
    <PaneState
      kind={deletedAt === null ? "no-match" : "cut"}
      title={deletedAt === null ? "Version not found" : "This version was deleted"}
      actions={
        onLatest ? (
          <Button size="small" onClick={onLatest}>
            Show latest
          </Button>
        ) : null
      }
    >
      {deletedAt === null ? (
        <>
          <span className="text-code">{which}</span> does not exist. The digest is wrong, or it belongs to another
          project.
        </>
      ) : (
        <>
          <span className="text-code">{which}</span> was deleted at {formatFullTime(parseTime(deletedAt))}. Its content
          is gone; its number is not reused.
        </>
      )}
    </PaneState>
  );
}

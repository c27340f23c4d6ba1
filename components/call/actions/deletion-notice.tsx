"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNow } from "@/components/browser/use-now";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useKeys } from "@/components/keyboard/use-keys";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import type { PendingDeletion } from "@/lib/calls/pending-deletions";
import { countOf } from "@/lib/format/count";
import { deletions, onCallDeleted, useDeletions } from "./deletions";

/**
 * The pending deletions, with Undo. Shown over every page, since a deletion outlives its page. The countdown pauses
 * while the pointer or the focus is on the notice.
 */
export function DeletionNotice() {
  const { pending } = useDeletions();
  const queryClient = useQueryClient();
  // The outside system is the cache, whose responses contain deleted calls.
  useEffect(
    () =>
      onCallDeleted(({ connectionId }) => {
        void queryClient.invalidateQueries({ queryKey: ["service", connectionId] });
      }),
    [queryClient],
  );
  return pending.length === 0 ? null : <Notices pending={pending} />;
}

function Notices({ pending }: { pending: readonly PendingDeletion[] }) {
  const nowMs = useNow();
  const last = pending.findLast(({ state }) => state === "waiting");
  useKeys("call", last ? { z: () => deletions.undo(last.callId) } : {});
  return (
    <section
      aria-label="Deletions"
      onPointerEnter={() => deletions.hold()}
      onPointerLeave={() => deletions.release()}
      onFocus={() => deletions.hold()}
      onBlur={() => deletions.release()}
      className="fixed bottom-10 left-1/2 z-40 grid w-[420px] max-w-[calc(100vw-32px)] -translate-x-1/2 gap-2 max-md:bottom-16"
    >
      {pending.map((deletion) => (
        <Notice key={deletion.callId} deletion={deletion} nowMs={nowMs} isLast={deletion === last} />
      ))}
    </section>
  );
}

type NoticeProps = { deletion: PendingDeletion; nowMs: number; isLast: boolean };

function Notice({ deletion, nowMs, isLast }: NoticeProps) {
  const { callId, name, state, failure } = deletion;
  const leftMs = deletion.leftMs ?? deletion.sendAtMs - nowMs;
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return (
    <div className="animate-rise flex items-start gap-2.5 rounded-panel bg-surface py-2 pr-2 pl-3 text-small shadow-pop">
      <StatusGlyph status={state === "failed" ? "error" : "warning"} label="" className="mt-1.5 flex-none" />
      <div className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">
        <p role={state === "failed" ? "alert" : "status"}>
          <b className="text-code font-medium">{name}</b> {wordsOf(deletion)}
        </p>
        {failure === null ? null : <FailureDetails failure={failure} />}
      </div>
      {state === "waiting" ? (
        <>
          <span aria-hidden="true" className="w-6 py-1 text-right text-ink-3">
            {seconds} s
          </span>
          <Button size="small" onClick={() => deletions.undo(callId)}>
            Undo{isLast ? <KeyCap className="max-md:hidden">Z</KeyCap> : null}
          </Button>
        </>
      ) : null}
      {state === "failed" ? (
        <>
          <Button size="small" onClick={() => deletions.add(deletion)}>
            Retry
          </Button>
          <Button size="small" kind="ghost" onClick={() => deletions.undo(callId)}>
            Keep call
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** The text of a deletion: its status and how many calls it deletes. */
function wordsOf({ descendants, state }: PendingDeletion): string {
  const all =
    descendants === null
      ? "and its children"
      : descendants.length === 0
        ? "alone"
        : `and its ${countOf(descendants.length, "descendant")}`;
  if (state === "failed") return `${all} could not be deleted`;
  return state === "sending" ? `${all}: being deleted` : `${all} will be deleted`;
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { countOf } from "@/lib/format/count";
import { deleteSelected } from "./delete-selected";
import { LongTaskProgress } from "./long-task-progress";
import type { CallsSubject } from "./read-selected-calls";
import { useLongTask } from "./use-long-task";

/** Seconds in which a deletion can be undone: nothing is sent before they are over. */
const DELAY_S = 10;

type DeletionBandProps = {
  subject: CallsSubject;
  onUndo: () => void;
  /** Called when the deletion has finished or was given up. */
  onDone: () => void;
};

/** A confirmed deletion: it first waits and can be undone, then runs and can be stopped. */
export function DeletionBand({ subject, onUndo, onDone }: DeletionBandProps) {
  const work = useLongTask();
  const toast = useToast();
  const queries = useQueryClient();
  const [secondsLeft, setSecondsLeft] = useState(DELAY_S);
  const [isSent, setIsSent] = useState(false);
  const { run } = work;
  const refresh = () => void queries.invalidateQueries({ queryKey: ["service", subject.connectionId] });
  const send = () => {
    setIsSent(true);
    run(
      (control) => deleteSelected(subject, control),
      (deleted) => {
        toast(`${countOf(deleted, "call")} deleted`);
        refresh();
        onDone();
      },
    );
  };
  // The external system is the clock. Leaving the page ends the wait, and nothing is deleted.
  useEffect(() => {
    if (isSent || secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [isSent, secondsLeft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the wait is the only reason to send automatically
  useEffect(() => {
    if (secondsLeft === 0 && !isSent) send();
  }, [secondsLeft]);
  const { kind } = work.state;
  return (
    <section
      aria-label="Deletion"
      className="flex min-h-10 flex-none flex-wrap items-center gap-2 border-t border-err-line bg-err-tint py-1.5 pr-2 pl-4 text-small"
    >
      {isSent ? (
        <div className="min-w-0 flex-1">
          <LongTaskProgress
            state={work.state}
            total={subject.count}
            noun="deleted, including child calls"
            onStop={work.stop}
            remaining={(done) =>
              `${countOf(done, "selected call")} deleted, including child calls; the others are kept.`
            }
          />
        </div>
      ) : (
        <>
          <span role="status" className="font-medium">
            {countOf(subject.count ?? 0, "call")} will be deleted
          </span>
          <span className="text-ink-2">in {secondsLeft} s, if you stay on this page</span>
          <Button size="small" className="ml-auto" onClick={onUndo}>
            Undo
          </Button>
          <Button size="small" kind="danger" onClick={send}>
            Delete now
          </Button>
        </>
      )}
      {kind === "stopped" || kind === "failed" ? (
        <span className="flex gap-2">
          <Button size="small" onClick={send}>
            Continue
          </Button>
          <Button
            size="small"
            kind="ghost"
            onClick={() => {
              refresh();
              onDone();
            }}
          >
            Dismiss
          </Button>
        </span>
      ) : null}
    </section>
  );
}

"use client";

import { SkipForward, Undo2 } from "lucide-react";
import type { Saver } from "@/app/(dashboard)/[workspace]/review/[queueId]/data/use-saver";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { KeyCap } from "@/components/ui/key-cap";
import { countOf } from "@/lib/format/count";
import type { Question } from "@/lib/review/rubric";

type SaveBarProps = {
  saver: Saver;
  canWrite: boolean;
  canGoBack: boolean;
  /** The item was reviewed before: saving changes the review. */
  isDone: boolean;
  unanswered: Question | null;
  onSkip: () => void;
  onBack: () => void;
};

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The buttons below the questions, and what could not be saved. */
export function SaveBar({ saver, canWrite, canGoBack, isDone, unanswered, onSkip, onBack }: SaveBarProps) {
  const [failed] = saver.failed;
  return (
    <div className="grid gap-2 py-3 pr-3.5 pl-4">
      <div className="flex flex-wrap items-center gap-1.5">
        <Button type="submit" kind="primary" disabled={!canWrite}>
          {isDone ? "Save changes" : "Save and next"} <KeyCap className="bg-transparent text-current">↵</KeyCap>
        </Button>
        <span className="ml-auto flex gap-1.5">
          <Button size="small" icon={<Undo2 {...icon} />} disabled={!canGoBack} onClick={onBack}>
            Back <KeyCap>U</KeyCap>
          </Button>
          <Button size="small" icon={<SkipForward {...icon} />} disabled={!canWrite} onClick={onSkip}>
            Skip <KeyCap>S</KeyCap>
          </Button>
        </span>
      </div>
      <p className="text-small text-ink-3">
        {!canWrite
          ? "You have read-only access. Ask an admin for the member role to review."
          : unanswered === null
            ? "All questions are answered."
            : `Answer ${unanswered.title} to save`}
      </p>
      {failed === undefined ? null : (
        <Callout tone="err">
          {countOf(saver.failed.length, "review")} could not be saved: {failed.failure?.message} The answers are kept in
          this browser.{" "}
          <Button size="small" onClick={saver.retry}>
            Retry
          </Button>
        </Callout>
      )}
    </div>
  );
}

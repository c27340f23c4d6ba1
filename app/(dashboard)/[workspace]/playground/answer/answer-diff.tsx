"use client";

import { useMemo } from "react";
import { DiffView } from "@/components/diff/diff-view";
import { useComparison } from "@/components/diff/use-comparison";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { AnswerChoice } from "@/lib/completion/answer-choices";
import { countChanges } from "@/lib/diff/diff-rows";
import { countOf, formatCount } from "@/lib/format/count";
import { prepareComparison } from "./prepare-comparison";

/** The difference between an answer and the pinned one, by words or by members. */
export function AnswerDiff({ pinned, own }: { pinned: AnswerChoice; own: AnswerChoice }) {
  const { left, right, mode } = useMemo(() => prepareComparison(pinned, own), [pinned, own]);
  const comparison = useComparison(left, right, mode);
  const count = useMemo(() => countChanges(comparison.data?.runs ?? []), [comparison.data]);
  if (comparison.isError) {
    return (
      <p role="alert" className="px-3.5 py-2 text-small text-err">
        {failureOf(comparison.error).message}
      </p>
    );
  }
  if (!comparison.data) return <ProgressBar label="Comparing" />;
  return (
    <>
      <p className="flex-none px-3.5 pb-1.5 text-micro text-ink-3">
        {count.changes === 0
          ? "Identical to the pinned answer"
          : `${countOf(count.changes, "change")} from the pinned answer, +${formatCount(count.added)} −${formatCount(count.removed)} ${mode === "json" ? "lines of JSON" : "lines"}`}
      </p>
      <DiffView comparison={comparison.data} layout="unified" isJson={mode === "json"} />
    </>
  );
}

"use client";

import { useMemo } from "react";
import { reviewerName } from "@/components/review/use-reviewers";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import { areOthersShown } from "@/lib/review/item-state";
import { type LabelIndex, type Reviewer, subjectOf } from "@/lib/review/labels";
import {
  answerMatrix,
  MEASURES_EXPLAINED,
  MIN_SHARED_ITEMS,
  type QuestionAgreement,
  questionAgreement,
} from "@/lib/review/question-agreement";
import type { Question } from "@/lib/review/rubric";
import { SmallMatrix } from "./small-matrix";

type AgreementPanelProps = {
  projectId: string;
  queue: AnnotationQueue;
  items: readonly QueueItem[];
  questions: readonly Question[];
  labels: LabelIndex;
  reviewers: readonly Reviewer[];
  reader: string;
};

/**
 * How far reviewers agree, by question, and the reader's answers against another reviewer's. Only items whose answers
 * the reader may see count.
 */
export function AgreementPanel({ projectId, queue, items, questions, labels, reviewers, reader }: AgreementPanelProps) {
  const subjects = useMemo(
    () => items.filter((item) => areOthersShown(item, queue, reader)).map((item) => subjectOf(projectId, item)),
    [items, projectId, queue, reader],
  );
  const figures = useMemo(() => questionAgreement(questions, subjects, labels), [questions, subjects, labels]);
  const shared = Math.max(0, ...figures.map((figure) => figure.shared));
  const other = useMemo(
    () => mostSharedReviewer(questions, subjects, labels, reader),
    [questions, subjects, labels, reader],
  );
  if (shared === 0) {
    return (
      <section aria-label="Agreement" className="mt-auto border-t border-line px-4 py-2.5">
        <h2 className="font-medium">Agreement</h2>
        <p className="text-small text-ink-3">
          Appears once two reviewers answered an item that you finished, or that needs no review of yours.
        </p>
      </section>
    );
  }
  const [first] = figures.filter((figure) => figure.shared > 0);
  const matrix = first && other !== null ? answerMatrix(first.name, subjects, labels, [reader, other]) : null;
  return (
    <section aria-label="Agreement" className="mt-auto border-t border-line px-4 py-2.5">
      <h2 className="flex flex-wrap items-baseline gap-x-2 pb-1.5 font-medium">
        Agreement
        <span className="text-small font-normal text-ink-3">
          {countOf(shared, "item")} reviewed by at least two
          {shared < MIN_SHARED_ITEMS ? `, kappa from ${MIN_SHARED_ITEMS}` : ", 95% interval"}
        </span>
      </h2>
      <table className="w-full text-small tabular-nums">
        <thead className="text-micro text-ink-3">
          <tr>
            <th scope="col" className="text-left font-medium">
              Question
            </th>
            <th scope="col" className="text-right font-medium">
              Equal
            </th>
            <th scope="col" className="text-right font-medium">
              Measure
            </th>
            <th scope="col" className="text-right font-medium">
              Interval
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={figure.name}>
              <td className="max-w-[120px] truncate">{figure.title}</td>
              <td className="text-right">
                {figure.percent === null ? MISSING : `${Math.round(figure.percent * 100)}%`}{" "}
                <span className="text-ink-3">of {figure.shared}</span>
              </td>
              <td className="text-right">{measureText(figure)}</td>
              <td className="text-right text-ink-3">
                {figure.interval === null
                  ? MISSING
                  : `${figure.interval.low.toFixed(2)} to ${figure.interval.high.toFixed(2)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shared < MIN_SHARED_ITEMS ? null : <p className="pt-1.5 text-micro text-ink-3">{MEASURES_EXPLAINED}</p>}
      {matrix === null || other === null || first === undefined ? null : (
        <SmallMatrix
          matrix={matrix}
          caption={`${first.title}: you by row, ${reviewerName(reviewers, other)} by column`}
        />
      )}
    </section>
  );
}

function measureText({ measure, value }: QuestionAgreement): string {
  if (value === null) return MISSING;
  return `${measure === "kappa" ? "κ" : "α"} ${value.toFixed(2)}`;
}

/** The other reviewer with most answers to the same items; null for none. */
function mostSharedReviewer(
  questions: readonly Question[],
  subjects: readonly string[],
  labels: LabelIndex,
  reader: string,
): string | null {
  const counts = new Map<string, number>();
  for (const subject of subjects) {
    for (const { name } of questions) {
      for (const { reviewer } of labels.get(subject)?.get(name) ?? []) {
        if (reviewer !== reader) counts.set(reviewer, (counts.get(reviewer) ?? 0) + 1);
      }
    }
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return most?.[0] ?? null;
}

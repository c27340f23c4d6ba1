"use client";

import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { AgreementPanel } from "./agreement-panel";
import { ItemQuestions, type ItemQuestionsProps } from "./item-questions";

type RubricPaneProps = Omit<ItemQuestionsProps, "item"> & {
  items: readonly QueueItem[];
  /** Null at the end of the queue. */
  item: QueueItem | null;
};

/** The questions about the item, and how far reviewers agree. */
export function RubricPane({ items, item, ...props }: RubricPaneProps) {
  const { workspace, queue, questions, labels, reviewers, reader } = props;
  return (
    <aside
      aria-label="Rubric"
      className="flex w-[400px] flex-none flex-col overflow-auto border-l border-line max-xl:w-[340px] max-lg:w-full max-lg:overflow-visible max-lg:border-t max-lg:border-l-0"
    >
      {item === null || item.is_missing === true ? null : <ItemQuestions {...props} item={item} />}
      <AgreementPanel
        projectId={workspace.projectId}
        queue={queue}
        items={items}
        questions={questions}
        labels={labels}
        reviewers={reviewers}
        reader={reader}
      />
    </aside>
  );
}

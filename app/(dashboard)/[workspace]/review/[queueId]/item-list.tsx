"use client";

import { useCallback, useMemo, useRef } from "react";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { useBlocks } from "@/components/thread/use-blocks";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { opLabel } from "@/lib/calls/call-facts";
import { textOfAnswer } from "@/lib/review/answers";
import type { ItemState } from "@/lib/review/item-state";
import { answersTo, type LabelIndex, subjectOf } from "@/lib/review/labels";
import { choicesOf, type Question } from "@/lib/review/rubric";
import { classNames } from "@/lib/style/class-names";
import { readTurnTexts } from "@/lib/thread/read-turn-texts";
import type { Workspace } from "@/lib/workspace/workspace";
import { ItemStateMark } from "./item-state-mark";

/** An item and how it is drawn. */
export interface ListedItem {
  readonly item: QueueItem;
  readonly state: ItemState;
}

type ItemListProps = {
  workspace: Workspace;
  listed: readonly ListedItem[];
  currentId: string | null;
  labels: LabelIndex;
  rubric: readonly Question[];
  reader: string;
  onChosen: (id: string) => void;
};

const ROW_PX = 31;
const OVERSCAN = 8;

/** The items of a queue in order: the user's words, and the reader's answers. */
export function ItemList({ workspace, listed, currentId, labels, rubric, reader, onChosen }: ItemListProps) {
  const { connectionId, projectId } = workspace;
  const frame = useRef<HTMLDivElement>(null);
  const index = listed.findIndex(({ item }) => item.id === currentId);
  const list = useVirtualList(frame, {
    count: listed.length,
    itemPx: ROW_PX,
    overscan: OVERSCAN,
    keyOf: useCallback((at: number) => listed[at]?.item.id ?? at, [listed]),
    current: { index, id: currentId },
  });
  const callIds = useMemo(() => listed.map(({ item }) => item.call_id), [listed]);
  const texts = useBlocks(callIds, list.range, {
    size: 20,
    keyOf: (block) => ["service", connectionId, "review.texts", projectId, block],
    read: (block, signal) =>
      readTurnTexts(
        { connectionId, projectId, signal },
        block.map((id) => ({ id, firstModelId: null, lastModelId: null })),
      ),
  });
  if (listed.length === 0) return <p className="px-4 py-3 text-small text-ink-3">No items in this list.</p>;
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-auto max-lg:min-h-[120px]">
      <ol aria-label="Items" {...list.container}>
        {list.items.map((at) => {
          const entry = listed[at.index];
          if (!entry) return null;
          const { item, state } = entry;
          const isCurrent = item.id === currentId;
          const isDone = item.annotation_state === "completed";
          return (
            <li key={item.id} {...list.fixed(at)}>
              <button
                type="button"
                aria-current={isCurrent || undefined}
                onClick={() => onChosen(item.id)}
                className={classNames(
                  "flex h-full w-full items-center gap-2 border-b border-line pr-3 pl-3.5 text-left text-small hover:bg-hover",
                  isCurrent && "bg-accent-tint font-medium shadow-[inset_2px_0_var(--accent)]",
                )}
              >
                <ItemStateMark state={state} />
                <span className="min-w-0 flex-1 truncate">
                  {texts.byId.get(item.call_id)?.user?.text ?? opLabel(item.call_op_name)}
                </span>
                <span
                  className={classNames(
                    "flex-none text-micro",
                    state === "disagree" ? "text-warn" : isCurrent ? "text-ink-2" : "text-ink-3",
                  )}
                >
                  {isDone
                    ? ownAnswers(projectId, item, { labels, rubric, reader })
                    : state === "skipped"
                      ? "skipped"
                      : ""}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const MAX_SHOWN_ANSWERS = 2;

/** The reader's answers that were chosen, as short words. */
function ownAnswers(
  projectId: string,
  item: QueueItem,
  { labels, rubric, reader }: Pick<ItemListProps, "labels" | "rubric" | "reader">,
): string {
  const subject = subjectOf(projectId, item);
  return rubric
    .flatMap((question) => {
      const own = answersTo(labels, subject, question.name).find(({ reviewer }) => reviewer === reader);
      if (own === undefined || question.field.kind === "text") return [];
      const text = textOfAnswer(question, own.value);
      return [choicesOf(question).find((choice) => choice.text === text)?.label ?? text];
    })
    .slice(0, MAX_SHOWN_ANSWERS)
    .join(", ")
    .toLowerCase();
}

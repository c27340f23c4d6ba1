"use client";

import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf, formatCount } from "@/lib/format/count";

type FinishedPaneProps = {
  items: readonly QueueItem[];
  /** The address names an item that the queue does not have. */
  hasUnknownItem: boolean;
  /** Items that the reader can still review. */
  openCount: number;
  onContinue: () => void;
};

/** Where the item would be: the reader is done, or the item is not there. */
export function FinishedPane({ items, hasUnknownItem, openCount, onContinue }: FinishedPaneProps) {
  const count = (state: QueueItem["annotation_state"]) =>
    items.filter(({ annotation_state }) => annotation_state === state).length;
  const rest = items.length - count("completed") - count("skipped");
  return (
    <section aria-label="Item" className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:flex-none">
      {hasUnknownItem ? (
        <PaneState
          kind="no-match"
          title="Item not found"
          actions={
            <Button size="small" onClick={onContinue}>
              Next open item
            </Button>
          }
        >
          It was removed from the queue, or the URL is wrong.
        </PaneState>
      ) : openCount > 0 ? (
        <PaneState
          kind="empty"
          title={`${countOf(openCount, "item")} left`}
          actions={
            <Button size="small" onClick={onContinue}>
              Continue
            </Button>
          }
        >
          You reviewed {formatCount(count("completed"))} and skipped {formatCount(count("skipped"))} of{" "}
          {formatCount(items.length)}.
        </PaneState>
      ) : (
        <PaneState kind="empty" title="You are done">
          You reviewed {formatCount(count("completed"))} and skipped {formatCount(count("skipped"))} of{" "}
          {countOf(items.length, "item")}. {rest > 0 ? `${formatCount(rest)} are reviewed by others or deleted. ` : ""}
          <b>Use results</b> above makes a dataset, preference pairs or rewards of them.
        </PaneState>
      )}
    </section>
  );
}

"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import { QueueMenu } from "@/app/(dashboard)/[workspace]/review/[queueId]/change/queue-menu";
import { useSaver } from "@/app/(dashboard)/[workspace]/review/[queueId]/data/use-saver";
import { ItemPane } from "@/app/(dashboard)/[workspace]/review/[queueId]/item/item-pane";
import { FinishedPane } from "@/app/(dashboard)/[workspace]/review/[queueId]/results/finished-pane";
import { UseResultsMenu } from "@/app/(dashboard)/[workspace]/review/[queueId]/results/use-results-menu";
import { RubricPane } from "@/app/(dashboard)/[workspace]/review/[queueId]/rubric/rubric-pane";
import { useNow } from "@/components/browser/use-now";
import { Segmented } from "@/components/form/segmented";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { useHasRole } from "@/components/session/use-role";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { PageFoot } from "@/components/ui/page-head";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf, formatCount } from "@/lib/format/count";
import { isOpenFor, itemState, nextOpen } from "@/lib/review/item-state";
import type { LabelIndex, Reviewer } from "@/lib/review/labels";
import type { ObjectsOfRubric } from "@/lib/review/read-rubric";
import type { Workspace } from "@/lib/workspace/workspace";
import { ItemList, type ListedItem } from "./item-list";
import { ProgressStrip } from "./progress-strip";
import { QueueHead } from "./queue-head";
import { reviewParams } from "./review-params";

export type ReviewPanesProps = {
  workspace: Workspace;
  queue: AnnotationQueue;
  items: readonly QueueItem[];
  rubric: ObjectsOfRubric;
  labels: LabelIndex;
  reviewers: readonly Reviewer[];
  /** The id of the user. */
  reader: string;
};

/** The panes of a queue: progress, items, the item under review, the rubric. */
export function ReviewPanes(props: ReviewPanesProps) {
  const { workspace, queue, rubric, labels, reader } = props;
  const { projectId } = workspace;
  const [params, setParams] = useQueryStates(reviewParams, { history: "push" });
  const nowMs = useNow();
  const saver = useSaver(workspace, queue.id);
  // A review that is still being saved is done: the next item is another one.
  const items = props.items.map((item) =>
    saver.pendingIds.has(item.id) ? { ...item, annotation_state: "completed" as const } : item,
  );
  const isMember = useHasRole("member");
  const [visited, setVisited] = useState<readonly string[]>([]);
  const place = { queue, reader, nowMs };
  const judged = { projectId, queue, rubric: rubric.questions, labels, reader };
  const [first] = useState(() => items[nextOpen(items, -1, place)]?.id ?? null);
  const currentId = params.item ?? first;
  const index = items.findIndex(({ id }) => id === currentId);
  const current = items[index];
  const listed: readonly ListedItem[] = items.map((item) => ({ item, state: itemState(item, judged) }));
  const open = items.filter((item) => isOpenFor(item, queue, reader, nowMs));
  const disagreed = listed.filter(({ state }) => state === "disagree");
  const shown =
    params.show === "open"
      ? listed.filter(({ item }) => isOpenFor(item, queue, reader, nowMs))
      : params.show === "disagree"
        ? disagreed
        : listed;
  const goTo = (id: string | null) => {
    if (currentId !== null && id !== currentId)
      setVisited([...visited.filter((each) => each !== currentId), currentId]);
    void setParams({ item: id });
  };
  const goNext = () => goTo(items[nextOpen(items, index, place)]?.id ?? DONE);
  const goBack = () => {
    const last = visited.at(-1);
    if (last === undefined) return;
    setVisited(visited.slice(0, -1));
    void setParams({ item: last });
  };
  const moveBy = (step: number) => {
    const at = shown.findIndex(({ item }) => item.id === currentId);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
    if (next) goTo(next.item.id);
  };
  // Without a way back: the item is gone.
  const leaveItem = () => {
    setVisited(visited.filter((id) => id !== currentId));
    void setParams({ item: items[index + 1]?.id ?? items[index - 1]?.id ?? null }, { history: "replace" });
  };
  useKeys("review", { j: () => moveBy(1), k: () => moveBy(-1), u: goBack });
  return (
    <>
      <QueueHead
        workspace={workspace}
        queue={queue}
        itemCount={items.length}
        reviewers={props.reviewers}
        reader={reader}
      >
        <UseResultsMenu workspace={workspace} queue={queue} items={items} rubric={rubric.questions} labels={labels} />
        <QueueMenu workspace={workspace} queue={queue} item={current ?? null} onRemoved={leaveItem} />
      </QueueHead>
      {rubric.missing.length === 0 ? null : (
        <Callout tone="warn" className="mx-4 mb-2">
          Deleted from the rubric of this queue: {rubric.missing.join(", ")}
        </Callout>
      )}
      {items.length === 0 ? (
        <EmptyQueue slug={workspace.slug} />
      ) : (
        <>
          <ProgressStrip items={items} listed={listed} currentId={currentId} reader={reader} openCount={open.length} />
          <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-auto">
            <section
              aria-label="Queue"
              className="flex w-[262px] flex-none flex-col border-r border-line max-lg:max-h-[220px] max-lg:w-full max-lg:border-r-0 max-lg:border-b"
            >
              <div className="flex h-9 flex-none items-center border-b border-line px-3">
                <Segmented
                  label="Items"
                  size="small"
                  value={params.show}
                  segments={[
                    { value: "all", label: "All" },
                    { value: "open", label: `Open ${formatCount(open.length)}` },
                    { value: "disagree", label: `Disagree ${formatCount(disagreed.length)}` },
                  ]}
                  onChange={(show) => void setParams({ show })}
                />
              </div>
              <ItemList
                workspace={workspace}
                listed={shown}
                currentId={currentId}
                labels={labels}
                rubric={rubric.questions}
                reader={reader}
                onChosen={goTo}
              />
            </section>
            {current === undefined ? (
              <FinishedPane
                items={items}
                hasUnknownItem={currentId !== null && currentId !== DONE}
                openCount={open.length}
                onContinue={() => goNext()}
              />
            ) : (
              <ItemPane key={`item ${current.id}`} workspace={workspace} item={current} reader={reader} />
            )}
            <RubricPane
              key={`rubric ${currentId}`}
              {...props}
              items={items}
              questions={rubric.questions}
              item={current ?? null}
              saver={saver}
              canWrite={isMember === true}
              canGoBack={visited.length > 0}
              onNext={goNext}
              onBack={goBack}
            />
          </div>
        </>
      )}
      <PageFoot
        hints={
          <KeyHints
            hints={[
              keyHint("review", ["j", "k"], "item"),
              keyHint("review", ["1-9"], "answer"),
              keyHint("review", ["Tab"], "next question"),
              keyHint("review", ["Enter"], "save and next"),
              keyHint("review", ["t"], "trace"),
            ]}
          />
        }
      >
        <span>
          {current ? `${formatCount(index + 1)} of ${countOf(items.length, "item")}` : countOf(items.length, "item")}
        </span>
        {saver.savingCount > 0 ? <span role="status">Saving</span> : null}
        <span>
          saved as feedback, <span className="text-code">wandb.annotation.*</span>
        </span>
      </PageFoot>
    </>
  );
}

/** The address of the end of the queue. */
const DONE = "done";

function EmptyQueue({ slug }: { slug: string }) {
  return (
    <PaneState
      kind="empty"
      title="Nothing to review yet"
      actions={
        <>
          <Button asChild size="small">
            <Link href={`/${slug}/traces`}>Open traces</Link>
          </Button>
          <Button asChild size="small">
            <Link href={`/${slug}/threads`}>Open threads</Link>
          </Button>
        </>
      }
    >
      Select calls or threads there and choose <b>Add to review</b>.
    </PaneState>
  );
}

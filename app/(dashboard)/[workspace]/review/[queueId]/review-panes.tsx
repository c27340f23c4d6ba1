"use client";

import { QueueMenu } from "@/app/(dashboard)/[workspace]/review/[queueId]/change/queue-menu";
import { useSaver } from "@/app/(dashboard)/[workspace]/review/[queueId]/data/use-saver";
import { ItemPane } from "@/app/(dashboard)/[workspace]/review/[queueId]/item/item-pane";
import { FinishedPane } from "@/app/(dashboard)/[workspace]/review/[queueId]/results/finished-pane";
import { UseResultsMenu } from "@/app/(dashboard)/[workspace]/review/[queueId]/results/use-results-menu";
import { RubricPane } from "@/app/(dashboard)/[workspace]/review/[queueId]/rubric/rubric-pane";
import { useNow } from "@/components/browser/use-now";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { useHasRole } from "@/components/session/use-role";
import { Callout } from "@/components/ui/callout";
import { PageFoot } from "@/components/ui/page-head";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf, formatCount } from "@/lib/format/count";
import { isOpenFor, itemState, nextOpen } from "@/lib/review/item-state";
import type { LabelIndex, Reviewer } from "@/lib/review/labels";
import type { ObjectsOfRubric } from "@/lib/review/read-rubric";
import type { Workspace } from "@/lib/workspace/workspace";
import { EmptyQueue } from "./empty-queue";
import type { ListedItem } from "./item-list";
import { ProgressStrip } from "./progress-strip";
import { QueueHead } from "./queue-head";
import { QueuePane } from "./queue-pane";
import { useItemWalk } from "./use-item-walk";

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
  const nowMs = useNow();
  const saver = useSaver(workspace, queue.id);
  // A review that is still being saved is done: the next item is another one.
  const items = props.items.map((item) =>
    saver.pendingIds.has(item.id) ? { ...item, annotation_state: "completed" as const } : item,
  );
  const isMember = useHasRole("member");
  const place = { queue, reader, nowMs };
  const judged = { projectId, queue, rubric: rubric.questions, labels, reader };
  const walk = useItemWalk(items, (index) => nextOpen(items, index, place));
  const { current, currentId } = walk;
  const listed: readonly ListedItem[] = items.map((item) => ({ item, state: itemState(item, judged) }));
  const open = items.filter((item) => isOpenFor(item, queue, reader, nowMs));
  const disagreed = listed.filter(({ state }) => state === "disagree");
  const shown =
    walk.show === "open"
      ? listed.filter(({ item }) => isOpenFor(item, queue, reader, nowMs))
      : walk.show === "disagree"
        ? disagreed
        : listed;
  const moveBy = (step: number) => {
    const at = shown.findIndex(({ item }) => item.id === currentId);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
    if (next) walk.goTo(next.item.id);
  };
  useKeys("review", { j: () => moveBy(1), k: () => moveBy(-1), u: walk.goBack });
  return (
    <>
      <QueueHead
        workspace={workspace}
        queue={queue}
        itemCount={items.length}
        reviewers={props.reviewers}
        reader={reader}
      >
        <UseResultsMenu
          workspace={workspace}
          queue={queue}
          items={items}
          rubric={rubric.questions}
          labels={labels}
          isNext={current === undefined && !walk.isUnknown && open.length === 0}
        />
        <QueueMenu workspace={workspace} queue={queue} item={current ?? null} onRemoved={walk.leave} />
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
            <QueuePane
              show={walk.show}
              onShow={walk.setShow}
              openCount={open.length}
              disagreedCount={disagreed.length}
              workspace={workspace}
              listed={shown}
              currentId={currentId}
              labels={labels}
              rubric={rubric.questions}
              reader={reader}
              onChosen={walk.goTo}
            />
            {current === undefined ? (
              <FinishedPane
                items={items}
                hasUnknownItem={walk.isUnknown}
                openCount={open.length}
                onContinue={walk.goNext}
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
              canGoBack={walk.canGoBack}
              onNext={walk.goNext}
              onBack={walk.goBack}
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
          {current
            ? `${formatCount(walk.index + 1)} of ${countOf(items.length, "item")}`
            : countOf(items.length, "item")}
        </span>
        {saver.savingCount > 0 ? <span role="status">Saving</span> : null}
        <span>
          saved as feedback, <span className="text-code">wandb.annotation.*</span>
        </span>
      </PageFoot>
    </>
  );
}

"use client";

import { useReviewData } from "@/app/(dashboard)/[workspace]/review/[queueId]/data/use-review-data";
import { usePerson } from "@/components/session/use-person";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { ReviewPanes } from "./review-panes";

/** One queue: its items, the one under review, and the questions. */
export function ReviewView({ queueId }: { queueId: string }) {
  return (
    <WorkspaceGate>{(workspace) => <Review key={queueId} workspace={workspace} queueId={queueId} />}</WorkspaceGate>
  );
}

function Review({ workspace, queueId }: { workspace: Workspace; queueId: string }) {
  const person = usePerson();
  const { queue, items, rubric, feedback, labels, reviewers } = useReviewData(workspace, queueId);
  // The queue first: without it nothing else can be loaded.
  const failed = [queue, items, rubric, feedback].find((query) => query.isError && query.data === undefined);
  if (failed) {
    const failure = failureOf(failed.error);
    const retry = () => void failed.refetch();
    if (failure.kind === "unsupported") {
      return (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="review queues"
          operation={failed === feedback ? "feedback.query" : "annotationQueues.read"}
          onRetry={retry}
        >
          . Nothing can be reviewed here.
        </UnsupportedState>
      );
    }
    if (failed === queue && failure.kind === "not-found")
      return <QueueNotFound slug={workspace.slug} queueId={queueId} />;
    return <FailureState failure={failure} onRetry={retry} isRetrying={failed.isFetching} />;
  }
  if (!person || !queue.data || !items.data || !rubric.data || !feedback.data) {
    return <ProgressBar label="Loading review queue" />;
  }
  return (
    <ReviewPanes
      workspace={workspace}
      queue={queue.data}
      items={items.data}
      rubric={rubric.data}
      labels={labels}
      reviewers={reviewers}
      reader={person.id}
    />
  );
}

function QueueNotFound({ slug, queueId }: { slug: string; queueId: string }) {
  return (
    <PaneState
      kind="no-match"
      title="Review queue not found"
      actions={
        <Button asChild size="small">
          <Link href={`/${slug}/review`}>All queues</Link>
        </Button>
      }
    >
      No queue of this project has the id <span className="text-code text-ink">{queueId}</span>. It was deleted, or the
      URL is wrong.
    </PaneState>
  );
}

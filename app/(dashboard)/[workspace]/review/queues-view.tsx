"use client";

import { Plus, Search } from "lucide-react";
import { useQueryStates } from "nuqs";
import { QueuesTable } from "@/app/(dashboard)/[workspace]/review/list/queues-table";
import { openedLater } from "@/components/dialog/opened-later";
import { Input } from "@/components/form/input";
import { useQueues } from "@/components/review/use-queues";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { queuesParams } from "./search-params";

const ReviewDialog = openedLater(async () => (await import("@/components/review/create/review-dialog")).ReviewDialog);

const NOTHING = { callIds: [], threadIds: [] };

/** The review queues of a workspace. */
export function QueuesView() {
  return <WorkspaceGate>{(workspace) => <Queues key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Queues({ workspace }: { workspace: Workspace }) {
  const [params, setParams] = useQueryStates(queuesParams);
  const list = useQueues(workspace);
  const isMember = useHasRole("member");
  const { queues, failure } = list;
  const query = params.q.trim().toLocaleLowerCase();
  const shown = queues.filter(({ name }) => name.toLocaleLowerCase().includes(query));
  const create = (
    <Button
      size="small"
      icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}
      disabled={isMember !== true}
      title={isMember === false ? "You have read-only access. Ask an admin for the member role." : undefined}
      onClick={() => void setParams({ new: true })}
    >
      New queue
    </Button>
  );
  return (
    <>
      <PageHead title="Review" {...(queues.length === 0 ? {} : { count: formatCount(queues.length) })}>
        <span className="ml-auto">{failure === null ? create : null}</span>
      </PageHead>
      {queues.length === 0 ? null : (
        <div className="flex flex-none items-center gap-2 border-b border-line px-4 pb-2 max-md:px-3">
          <Input
            type="search"
            size="small"
            className="w-64 max-md:w-full"
            aria-label="Search queues"
            placeholder="Name"
            leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
            value={params.q}
            onChange={(event) => void setParams({ q: event.target.value })}
          />
        </div>
      )}
      {list.isPending ? <ProgressBar label="Loading review queues" /> : null}
      {failure?.kind === "unsupported" ? (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="review queues"
          operation="annotationQueues.query"
          onRetry={list.retry}
        >
          . Single calls can be annotated in their Feedback tab, where the service has feedback.
        </UnsupportedState>
      ) : failure && queues.length === 0 ? (
        <FailureState failure={failure} onRetry={list.retry} isRetrying={list.isFetching} />
      ) : list.isPending ? null : queues.length === 0 ? (
        <PaneState kind="empty" title="No review queues yet" actions={create}>
          A queue shows people one call or thread at a time, with questions to answer. The answers are feedback of the
          calls, and become datasets, preference pairs or rewards. Select rows on Traces or Threads and choose{" "}
          <b>Add to review</b>.
        </PaneState>
      ) : shown.length === 0 ? (
        <PaneState
          kind="no-match"
          title="No queues match the search"
          actions={
            <Button size="small" onClick={() => void setParams({ q: "" })}>
              Clear the search
            </Button>
          }
        >
          No name of {countOf(queues.length, "queue")} contains <span className="text-code text-ink">{params.q}</span>.
        </PaneState>
      ) : (
        <QueuesTable workspace={workspace} queues={shown} list={list} />
      )}
      <PageFoot>
        <span>{countOf(shown.length, "queue")}</span>
        {list.statsFailure ? <span className="text-warn">no progress: {list.statsFailure.message}</span> : null}
        {failure && queues.length > 0 ? <span className="text-warn">could not refresh: {failure.message}</span> : null}
      </PageFoot>
      {params.new && isMember === true ? (
        <ReviewDialog workspace={workspace} subjects={NOTHING} onClose={() => void setParams({ new: null })} />
      ) : null}
    </>
  );
}

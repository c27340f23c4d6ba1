"use client";

import Link from "next/link";
import { memo, type ReactNode, useMemo, useState } from "react";
import { FailureDetails } from "@/components/state/failure-state";
import { useBatches } from "@/components/training/trajectories/use-batches";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import { sourceKey } from "@/lib/training/trajectories/trajectory-batch";
import type { Workspace } from "@/lib/workspace/workspace";
import { GroupsMap } from "./groups-map";
import { stepWindow } from "./prepare-group-map";
import { useStepGroups } from "./use-step-groups";

/** Steps shown at first, and added with each "Show more". */
const STEPS_PER_PAGE = 24;

type GroupsSectionProps = { workspace: Workspace; record: JobRecord };

/** The groups the job was trained on, over the steps of its model. The page around it is redrawn every second. */
export const GroupsSection = memo(function GroupsSection({ workspace, record }: GroupsSectionProps) {
  const { connectionId } = workspace;
  const [most, setMost] = useState(STEPS_PER_PAGE);
  const batches = useBatches(connectionId, record.model_id, isGoingOn(record.status));
  const items = batches.data?.items;
  const all = useMemo(() => (items ?? []).filter((batch) => sourceKey(batch) === "job"), [items]);
  const shown = useMemo(() => stepWindow(all, record.batch_id, most), [all, record.batch_id, most]);
  const groups = useStepGroups(connectionId, shown);
  const href = `/${workspace.slug}/training/${encodeURIComponent(record.id)}/rollouts`;
  if (batches.isError && batches.data === undefined) {
    return (
      <Frame>
        <Failed failure={failureOf(batches.error)} onRetry={() => void batches.refetch()} />
      </Frame>
    );
  }
  const own = groups.steps.find(({ batch }) => batch.id === record.batch_id);
  if (own) {
    return (
      <Frame>
        <GroupsMap steps={groups.steps} stepCount={shown.length} own={own} href={href} />
        {shown.length < all.length ? (
          <Button kind="ghost" size="small" className="mt-1" onClick={() => setMost(most + STEPS_PER_PAGE)}>
            Show more of {all.length} steps
          </Button>
        ) : null}
        {groups.failure ? <Failed failure={groups.failure} onRetry={groups.retry} /> : null}
      </Frame>
    );
  }
  if (groups.failure && !groups.isReading) {
    return (
      <Frame>
        <Failed failure={groups.failure} onRetry={groups.retry} />
      </Frame>
    );
  }
  // The list of a running job may be older than its data.
  const isComing = batches.isPending || groups.isReading || (record.batch_id !== null && isGoingOn(record.status));
  return (
    <Frame>
      {isComing ? (
        <div role="status" aria-label="Loading groups" className="grid gap-2 py-1">
          <Skeleton className="h-3.5 w-3/4" />
          <Skeleton className="h-3.5 w-3/4" />
        </div>
      ) : (
        <p className="text-small text-ink-2">
          The data of this job was deleted.{" "}
          <Link href={href} className="text-accent-text hover:underline">
            Open other rollouts of its model
          </Link>
        </p>
      )}
    </Frame>
  );
});

function Frame({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Groups" className="min-w-0 flex-none border-b border-line px-4 py-2.5 max-md:px-3">
      {children}
    </section>
  );
}

function Failed({ failure, onRetry }: { failure: ServiceFailure; onRetry: () => void }) {
  if (failure.kind === "unsupported") {
    return (
      <Callout tone="plain">
        Groups unavailable: this service does not support <span className="text-code">POST /trajectories/batches</span>.
      </Callout>
    );
  }
  return (
    <Callout tone="err">
      Could not load groups.
      <FailureDetails failure={failure} />
      <Button size="small" className="mt-1" onClick={onRetry}>
        Retry
      </Button>
    </Callout>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { findUnconfirmedJob } from "@/lib/training/jobs/confirm-sent-plans";
import { removeSubmittedPlan } from "@/lib/training/jobs/submitted-plans";
import type { Workspace } from "@/lib/workspace/workspace";

/** Says that an earlier draft became a job although its answer never came here: it is not to be sent twice. */
export function UnconfirmedJobNotice({ workspace, isSending }: { workspace: Workspace; isSending: boolean }) {
  const queries = useQueryClient();
  const queryKey = ["unheard-job", workspace.id];
  const query = useQuery({
    queryKey,
    queryFn: () => findUnconfirmedJob(window.localStorage, workspace.id),
    enabled: !isSending,
    staleTime: 0,
  });
  const plan = query.data ?? null;
  if (plan?.jobId == null || isSending) return null;
  const dismiss = () => {
    removeSubmittedPlan(window.localStorage, plan.planId);
    queries.setQueryData(queryKey, null);
  };
  return (
    <Callout tone="warn" className="mx-4 mb-2 max-md:mx-3">
      A job that was sent from this browser has started, though its answer did not come here.{" "}
      <Button asChild size="small" className="ml-1">
        <Link href={`/${workspace.slug}/training/${encodeURIComponent(plan.jobId)}`} onClick={dismiss}>
          Open the job
        </Link>
      </Button>{" "}
      <Button kind="ghost" size="small" onClick={dismiss}>
        Dismiss
      </Button>
    </Callout>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { findUnconfirmedJob } from "@/lib/training/jobs/confirm-sent-plans";
import { removeSubmittedPlan } from "@/lib/training/jobs/submitted-plans";
import type { Workspace } from "@/lib/workspace/workspace";

/** Reports that an earlier draft became a job although its response was lost, so that it is not sent twice. */
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
      A job sent from this browser has started, but its response was lost.{" "}
      <Button asChild size="small" className="ml-1">
        <Link href={`/${workspace.slug}/training/${encodeURIComponent(plan.jobId)}`} onClick={dismiss}>
          Open job
        </Link>
      </Button>{" "}
      <Button kind="ghost" size="small" onClick={dismiss}>
        Dismiss
      </Button>
    </Callout>
  );
}

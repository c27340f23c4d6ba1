"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { completionsHref } from "@/lib/address/origin-href";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { confirmPendingLineages } from "@/lib/training/jobs/confirm-sent-plans";
import { modelAddress } from "@/lib/training/jobs/model-address";
import { originCountsText } from "@/lib/training/jobs/source-counts";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";

const SourcesDialog = openedLater(async () => (await import("./sources-dialog")).SourcesDialog);

type JobSourcesProps = { workspace: Workspace; jobId: string; record: JobRecord | null };

/** The sources of the job, if it was started here, and the calls to its checkpoint. */
export function JobSources({ workspace, jobId, record }: JobSourcesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({
    queryKey: appQueryKey("lineage.job", { workspaceId: workspace.id, jobId }),
    queryFn: async ({ signal }) => {
      await confirmPendingLineages(window.localStorage, workspace.id);
      return await callApp("lineage.job", { workspaceId: workspace.id, jobId, offset: 0 }, signal);
    },
    retry: false,
  });
  const made = query.data ? originCountsText(query.data.counts) : "";
  const answered = answersHref(workspace, record);
  if (query.isError) {
    return <Callout tone="warn">Could not load job sources: {failureOf(query.error).message}</Callout>;
  }
  if (made === "" && answered === null) return null;
  return (
    <section
      aria-label="Lineage"
      className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-2"
    >
      {made === "" ? null : (
        <span className="flex items-center gap-2">
          Trained on {made}
          <Button size="small" kind="ghost" onClick={() => setIsOpen(true)}>
            Show sources
          </Button>
        </span>
      )}
      {answered === null ? null : (
        <Link href={answered} className="text-accent-text hover:underline">
          Calls to step {record?.step} answered
        </Link>
      )}
      {isOpen ? (
        <SourcesDialog workspace={workspace} jobId={jobId} made={made} onClose={() => setIsOpen(false)} />
      ) : null}
    </section>
  );
}

function answersHref({ slug }: Workspace, record: JobRecord | null): string | null {
  if (!record?.checkpoint_id || record.step === null) return null;
  return completionsHref(
    slug,
    modelAddress({ ...splitProject(record.project_id), name: record.model_name }, record.step),
  );
}

"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { FailureDetails } from "@/components/state/failure-state";
import { useJobs } from "@/components/training/jobs/use-jobs";
import { FollowForm } from "@/components/training/lists/follow-form";
import { useFollowed } from "@/components/training/lists/followed-ids";
import { ModelOrJobPicker, type PickerChoice } from "@/components/training/lists/model-or-job-picker";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { ProgressBar } from "@/components/ui/progress-bar";
import { MAX_COMPARED_JOBS, overlayJobsHref } from "@/lib/address/compare-jobs-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatFullTime } from "@/lib/format/time";
import { jobRows } from "@/lib/training/jobs/job-list";
import { jobStatusGlyph, jobStatusName } from "@/lib/training/jobs/job-status";
import type { Workspace } from "@/lib/workspace/workspace";

type AddJobProps = { workspace: Workspace; ids: readonly string[]; onAdd: (id: string) => void };

/** Adds a job to the comparison: from the newest ones, or by its id. */
export function AddJob({ workspace, ids, onAdd }: AddJobProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isFull = ids.length >= MAX_COMPARED_JOBS;
  const add = (id: string) => {
    onAdd(id);
    setIsOpen(false);
  };
  return (
    <div className="ml-auto flex-none">
      <Popover
        label="Add job"
        align="end"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className="w-[340px] max-w-[calc(100vw-24px)]"
        trigger={
          <Button
            size="small"
            disabled={isFull}
            title={isFull ? `At most ${MAX_COMPARED_JOBS} jobs can be compared` : undefined}
            icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}
          >
            Add job
          </Button>
        }
      >
        <JobChoices workspace={workspace} ids={ids} onPick={add} />
        <div className="mt-1.5 border-t border-line p-1.5">
          <FollowForm label="Or add a job by id" hrefOf={(id) => overlayJobsHref(workspace.slug, [...ids, id])} />
        </div>
      </Popover>
    </div>
  );
}

function JobChoices({ workspace, ids, onPick }: Omit<AddJobProps, "onAdd"> & { onPick: (id: string) => void }) {
  const list = useJobs(workspace, null);
  const followed = useFollowed(workspace.id, "jobs");
  const failure = list.isError ? failureOf(list.error) : null;
  if (list.isPending) return <ProgressBar label="Loading training jobs" />;
  if (failure && failure.kind !== "unsupported") return <FailureDetails failure={failure} />;
  const choices: readonly PickerChoice[] = failure
    ? followed.map((id) => ({ id, name: "job", fact: "followed here", glyph: null }))
    : jobRows(list.data?.pages.flatMap(({ data }) => data) ?? []).map((row) => ({
        id: row.id,
        name: row.modelName,
        fact: formatFullTime(row.lastMs),
        glyph: <StatusGlyph status={jobStatusGlyph(row.status)} label={jobStatusName(row.status)} />,
      }));
  const others = choices.filter(({ id }) => !ids.includes(id));
  if (others.length === 0) return <p className="px-2 py-1.5 text-ink-3">No other jobs found.</p>;
  return <ModelOrJobPicker label="Jobs" picks={others} onPick={onPick} />;
}

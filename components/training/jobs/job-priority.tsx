"use client";

import { Select } from "@/components/form/select";
import { useHasRole } from "@/components/session/use-role";
import { failureOf } from "@/lib/api/client/request-failure";
import { priorityChoices } from "@/lib/training/jobs/job-queue";
import { useJobChanges } from "./use-job-changes";

type JobPriorityProps = { connectionId: string; jobId: string; priority: number };

/** The priority of a job that waits in the queue. */
export function JobPriority({ connectionId, jobId, priority }: JobPriorityProps) {
  const { prioritize } = useJobChanges(connectionId);
  const mayChange = useHasRole("member") ?? true;
  return (
    <>
      {prioritize.isError ? (
        <span role="alert" className="truncate text-small text-err">
          Priority not changed: {failureOf(prioritize.error).message}
        </span>
      ) : null}
      <Select
        label="Priority"
        className="h-6 w-40 max-md:w-28"
        isDisabled={!mayChange || prioritize.isPending}
        value={String(priority)}
        options={priorityChoices(priority).map(({ label, priority: value }) => ({
          value: String(value),
          label: `${label} priority`,
        }))}
        onChange={(value) => prioritize.mutate({ jobId, priority: Number(value) })}
      />
    </>
  );
}

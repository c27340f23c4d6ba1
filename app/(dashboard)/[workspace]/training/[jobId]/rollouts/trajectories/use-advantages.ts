"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { jobQuery } from "@/components/training/jobs/use-job";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import { type AdvantageBasis, advantageBasis, type TrainingOf } from "./prepare-advantages";

/** Returns the formula of the shown batch: its job may differ from the page's and have other settings. */
export function useAdvantages(connectionId: string, record: JobRecord, shown: Batch | null): AdvantageBasis {
  const jobId = shown?.training_job_id ?? null;
  const isOwn = jobId === record.id;
  const other = useQuery({ ...jobQuery(connectionId, jobId ?? "", false), enabled: jobId !== null && !isOwn });
  const read: TrainingOf = other.isPending ? "reading" : other.isError ? "failed" : other.data;
  const training = isOwn ? record : jobId === null ? null : read;
  const kind = shown?.kind ?? "job";
  return useMemo(() => advantageBasis({ kind }, training), [kind, training]);
}

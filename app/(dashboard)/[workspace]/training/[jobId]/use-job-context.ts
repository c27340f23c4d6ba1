"use client";

import { useMemo } from "react";
import { useBatches } from "@/components/training/trajectories/use-batches";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { readMetricLimits } from "@/lib/training/metrics/notable-steps";
import { baseReward } from "./prepare-job-context";
import { dataText } from "./prepare-job-facts";

/** Loads the context of a job's figures: its data, the reward of the base model, and the limits in its settings. */
export function useJobContext(connectionId: string, record: JobRecord | null) {
  // The groups section reads the same list.
  const batches = useBatches(connectionId, record?.batch_id ? record.model_id : null, false);
  const items = batches.data?.items;
  const batchId = record?.batch_id ?? null;
  // The record is polled while the job is running; its limits stay the same.
  const { kl, gradientNorm } = readMetricLimits(record?.experimental_config ?? null);
  const limits = useMemo(() => ({ kl, gradientNorm }), [kl, gradientNorm]);
  return useMemo(() => {
    const data = items?.find(({ id }) => id === batchId) ?? null;
    return {
      data,
      limits,
      dataText: data === null ? "" : dataText(data),
      baseReward: baseReward(items ?? [], batchId),
    };
  }, [items, batchId, limits]);
}

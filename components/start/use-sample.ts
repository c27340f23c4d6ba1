"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { SampleProgress } from "@/lib/sample/create-sample";
import { SAMPLE_PROJECT, sampleRange, sampleSpec } from "@/lib/sample/sample-project";
import { browserSampleService } from "@/lib/start/browser-sample-service";
import { useOpenProject } from "./use-open-project";

/** The sample is stored only in the embedded service, never in a remote one. */
const LOCAL = "local";

const recordKey = ["sample-record"] as const;

async function removeWorkspaces(): Promise<void> {
  const { workspaces } = await callApp("workspaces.list", {});
  const own = workspaces.filter(
    ({ connectionId, projectId }) => connectionId === LOCAL && projectId === SAMPLE_PROJECT,
  );
  for (const { id } of own) await callApp("workspaces.delete", { id });
}

/** Removes the sample with its workspace. Repeating it continues an interrupted removal. */
export function useRemoveSample(onRemoved: () => void) {
  const queryClient = useQueryClient();
  const [removedCalls, setRemovedCalls] = useState(0);
  const removing = useMutation({
    mutationFn: async () => {
      const { removeSample } = await import("@/lib/sample/remove-sample");
      await removeSample(browserSampleService(LOCAL), SAMPLE_PROJECT, ({ calls }) => setRemovedCalls(calls));
      await removeWorkspaces();
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      onRemoved();
    },
  });
  return { removing, removedCalls };
}

/** The sample project: its state, its creation, and how to open it. */
export interface SampleControl {
  /** Undefined until loaded. */
  readonly state: "none" | "making" | "made" | "removing" | undefined;
  readonly progress: SampleProgress;
  readonly isCreating: boolean;
  readonly isOpening: boolean;
  readonly failure: ServiceFailure | null;
  readonly create: () => void;
  readonly stop: () => void;
  readonly open: () => void;
}

/** The state of the sample project, with functions to create and open it. */
export function useSample(isMember: boolean): SampleControl {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<SampleProgress>({ calls: 0, threads: 0 });
  const stopping = useRef<AbortController | null>(null);
  const record = useQuery({
    queryKey: recordKey,
    queryFn: async () => {
      const { readRecord } = await import("@/lib/sample/sample-record");
      return await readRecord(browserSampleService(LOCAL), SAMPLE_PROJECT);
    },
    enabled: isMember,
    staleTime: 0,
  });
  const opening = useOpenProject();
  const openSpan = (endedAtMs: number) =>
    opening.mutate({ connectionId: LOCAL, projectId: SAMPLE_PROJECT, range: sampleRange(endedAtMs, Date.now()) });
  const creation = useMutation({
    mutationFn: async () => {
      const stop = new AbortController();
      stopping.current = stop;
      const { createSample } = await import("@/lib/sample/create-sample");
      const service = browserSampleService(LOCAL, stop.signal);
      const spec = sampleSpec(Date.now());
      await createSample(service, { spec, onProgress: setProgress, signal: stop.signal });
      const { readRecord } = await import("@/lib/sample/sample-record");
      // An interrupted sample keeps the end time of its first attempt.
      return (await readRecord(service, SAMPLE_PROJECT))?.endedAtMs ?? spec.endedAtMs;
    },
    onSuccess: openSpan,
    onSettled: () => queryClient.invalidateQueries({ queryKey: recordKey }),
  });
  const failure = creation.error ?? opening.error ?? null;
  return {
    state: record.data === undefined ? undefined : (record.data?.state ?? "none"),
    progress,
    isCreating: creation.isPending,
    isOpening: opening.isPending || opening.isSuccess,
    failure: failure === null ? null : failureOf(failure),
    create: () => creation.mutate(),
    stop: () => stopping.current?.abort(),
    open: () => openSpan(record.data?.endedAtMs ?? Date.now()),
  };
}

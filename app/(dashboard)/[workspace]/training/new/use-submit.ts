"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Workspace } from "@/components/layout/use-workspace";
import { useToast } from "@/components/ui/toast";
import { appQueryKey } from "@/lib/api/client/app-client";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import { uploadOperation } from "@/lib/api/client/upload-operation";
import type { ServiceFailure } from "@/lib/api/contract/service-error";
import { trainingJob } from "@/lib/api/contract/training";
import { countOf } from "@/lib/format/count";
import { type DraftProblem, sentGroups } from "@/lib/training/draft-problems";
import { requestBody } from "@/lib/training/request-body";
import { trainedTrajectories } from "@/lib/training/trajectory-origin";
import type { DraftKeeper } from "./draft-keeper";
import { prepareRefusals } from "./prepare-refusals";
import { recordLineage } from "./record-lineage";
import type { DraftControl } from "./use-draft";
import type { TargetControl } from "./use-target";

export type SubmitState =
  | { readonly kind: "idle" }
  | { readonly kind: "sending"; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly kind: "failed"; readonly failure: ServiceFailure; readonly positions: readonly number[] };

const idle: SubmitState = { kind: "idle" };

/** Sends the draft, says how far it is, remembers what the job was made of, and goes to the job. */
export function useSubmit(workspace: Workspace, control: DraftControl, target: TargetControl, keeper: DraftKeeper) {
  const { connectionId, slug } = workspace;
  const router = useRouter();
  const queries = useQueryClient();
  const say = useToast();
  const [state, setState] = useState<SubmitState>(idle);
  const running = useRef<AbortController | null>(null);
  // The outside system is the request: it ends with the page.
  useEffect(() => () => running.current?.abort(), []);

  const send = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { draft, figures, totals } = control;
    const { kind, modelId } = target.target;
    const positions = sentGroups(figures);
    setState({ kind: "sending", sentBytes: 0, totalBytes: totals.byteCount });
    try {
      const body = await requestBody(draft, target.target);
      const answer = await uploadOperation(connectionId, kind === "job" ? "trainingJobs.create" : "models.log", {
        body,
        ...(kind === "log" ? { params: { model_id: modelId } } : {}),
        signal: controller.signal,
        onProgress: (sentBytes) => setState({ kind: "sending", sentBytes, totalBytes: body.size }),
      });
      void queries.invalidateQueries({ queryKey: ["service", connectionId] });
      if (kind === "job") {
        const { id: jobId } = trainingJob.parse(answer);
        const isRecorded = await recordLineage(
          { workspaceId: workspace.id, jobId, modelId },
          trainedTrajectories(draft),
        );
        for (const read of ["lineage.origin", "lineage.model"] as const) {
          void queries.invalidateQueries({ queryKey: appQueryKey(read) });
        }
        if (!isRecorded) say("The job has started, but what it was made of could not be remembered", "warning");
        await keeper.discard();
        router.push(`/${slug}/training/${encodeURIComponent(jobId)}`);
      }
      setState(idle);
      if (kind === "log") say(`${countOf(totals.trajectoryCount, "trajectory", "trajectories")} logged`);
    } catch (error) {
      if (isAbort(error)) setState(idle);
      else setState({ kind: "failed", failure: failureOf(error), positions });
    }
  };

  const refusals = useMemo<readonly DraftProblem[]>(
    () => (state.kind === "failed" ? prepareRefusals(state.failure, state.positions, control.draft) : []),
    [state, control.draft],
  );
  return {
    state,
    /** What the service refused, at the groups that it is about. */
    refusals,
    start: () => {
      if (state.kind !== "sending" && target.isFit && control.totals.groupCount > 0) void send();
    },
    stop: () => running.current?.abort(),
  };
}

export type Submit = ReturnType<typeof useSubmit>;

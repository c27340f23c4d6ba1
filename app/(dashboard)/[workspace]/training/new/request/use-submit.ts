"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import type { DraftFigures } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import type { DraftSaver } from "@/app/(dashboard)/[workspace]/training/new/keep/draft-saver";
import { useToast } from "@/components/ui/toast";
import { appQueryKey } from "@/lib/api/client/app-client";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import { uploadOperation } from "@/lib/api/client/upload-operation";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { countOf } from "@/lib/format/count";
import { findUnconfirmedJob } from "@/lib/training/jobs/confirm-sent-plans";
import { removeSubmittedPlan } from "@/lib/training/jobs/submitted-plans";
import { type DraftProblem, sentGroups } from "@/lib/training/trajectories/draft-problems";
import { UnreadableRowError } from "@/lib/training/trajectories/join-texts";
import { trainedTrajectories } from "@/lib/training/trajectories/trained-trajectories";
import { requestBody } from "@/lib/training/trajectories/training-request-body";
import type { Workspace } from "@/lib/workspace/workspace";
import { draftRefusals } from "./map-draft-refusals";
import { isStartUncertain, sendJob } from "./submit-job";
import type { RequestTarget } from "./use-target";

type SubmitState =
  | { readonly kind: "idle" }
  | { readonly kind: "sending"; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly kind: "failed"; readonly failure: ServiceFailure; readonly positions: readonly number[] };

/** Sends the draft, with the result of the last attempt. */
export interface Submit {
  readonly state: SubmitState;
  /** The service's validation errors, at their groups. */
  readonly refusals: readonly DraftProblem[];
  readonly start: () => void;
  readonly stop: () => void;
}

const idle: SubmitState = { kind: "idle" };

/** Sends the draft, reports progress, stores the sources of the job, and opens the job. */
export function useSubmit(
  workspace: Workspace,
  control: DraftFigures,
  target: RequestTarget,
  keeper: DraftSaver,
): Submit {
  const { connectionId, slug } = workspace;
  const router = useRouter();
  const queries = useQueryClient();
  const toast = useToast();
  const [state, setState] = useState<SubmitState>(idle);
  const running = useRef<AbortController | null>(null);
  // The external system is the request: it ends with the page.
  useEffect(() => () => running.current?.abort(), []);

  const toJob = async (jobId: string) => {
    await keeper.discard();
    router.push(`/${slug}/training/${encodeURIComponent(jobId)}`);
  };

  const send = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { draft, figures, totals } = control;
    const { kind } = target.target;
    const positions = sentGroups(figures);
    const mayBeThere = state.kind === "failed" && kind === "job" && isStartUncertain(state.failure.kind);
    setState({ kind: "sending", sentBytes: 0, totalBytes: totals.byteCount });
    try {
      // The last attempt got no response: a job that it started is not started again.
      const unheard = mayBeThere ? await findUnconfirmedJob(window.localStorage, workspace.id) : null;
      if (unheard?.jobId != null) {
        removeSubmittedPlan(window.localStorage, unheard.planId);
        await toJob(unheard.jobId);
        return setState(idle);
      }
      const { signal } = controller;
      const prepared = await target.prepare();
      signal.throwIfAborted();
      const { modelId } = prepared;
      const body = await requestBody(draft, prepared, signal);
      const onProgress = (sentBytes: number) => setState({ kind: "sending", sentBytes, totalBytes: body.size });
      if (kind === "log") {
        await uploadOperation(connectionId, "models.log", { body, params: { model_id: modelId }, signal, onProgress });
        toast(`${countOf(totals.trajectoryCount, "trajectory", "trajectories")} logged`);
      } else {
        const trajectories = trainedTrajectories(draft);
        const order = { workspace, modelId, trajectories, body, signal, onProgress, storage: window.localStorage };
        const { jobId, isLineageStored: isRemembered } = await sendJob(order);
        for (const read of ["lineage.origin", "lineage.model"] as const) {
          void queries.invalidateQueries({ queryKey: appQueryKey(read) });
        }
        if (!isRemembered) toast("The job has started. Its sources will be stored when you open it", "warning");
        await toJob(jobId);
      }
      void queries.invalidateQueries({ queryKey: ["service", connectionId] });
      setState(idle);
    } catch (error) {
      if (isAbort(error)) setState(idle);
      else setState({ kind: "failed", failure: sendFailure(error), positions });
    }
  };

  const refusals = useMemo<readonly DraftProblem[]>(
    () => (state.kind === "failed" ? draftRefusals(state.failure, state.positions, control.draft) : []),
    [state, control.draft],
  );
  return {
    state,
    refusals,
    start: () => {
      if (state.kind !== "sending" && target.isFit && control.totals.groupCount > 0) void send();
    },
    stop: () => running.current?.abort(),
  };
}

/** A draft that cannot be read was not sent, so the job cannot have started. */
function sendFailure(error: unknown): ServiceFailure {
  if (!(error instanceof UnreadableRowError)) return failureOf(error);
  return { kind: "validation", message: error.message, requestId: "", operation: null };
}

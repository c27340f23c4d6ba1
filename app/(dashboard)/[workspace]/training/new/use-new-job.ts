"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useDraft } from "@/app/(dashboard)/[workspace]/training/new/draft/use-draft";
import { type LoadedDraft, useDraftSaving } from "@/app/(dashboard)/[workspace]/training/new/keep/use-draft-saving";
import { useSubmit } from "@/app/(dashboard)/[workspace]/training/new/request/use-submit";
import { useTarget } from "@/app/(dashboard)/[workspace]/training/new/request/use-target";
import { useSources } from "@/app/(dashboard)/[workspace]/training/new/sources/use-sources";
import { useSourcesInAddress } from "@/app/(dashboard)/[workspace]/training/new/sources/use-sources-in-address";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { useKeys } from "@/components/keyboard/use-keys";
import { useToast } from "@/components/ui/toast";
import { downloadBlob } from "@/lib/export/file-sink";
import { errorMessage } from "@/lib/guard/error-message";
import { REVIEW_REWARD } from "@/lib/training/trajectories/group-rows";
import { requestBody } from "@/lib/training/trajectories/training-request-body";
import type { Workspace } from "@/lib/workspace/workspace";
import { NOTHING_TO_ADD, newJobParams } from "./search-params";

/** Returns the draft of a job and the actions on it: sources, groups, target, start. */
export function useNewJob(workspace: Workspace, beginning: LoadedDraft) {
  const [params, setParams] = useQueryStates(newJobParams);
  const { saver: keeper } = beginning;
  const model = { modelId: params.model, onModelId: (id: string) => void setParams({ model: id }) };
  const target = useTarget(workspace, model, beginning.target);
  const sources = useSources(workspace, { restored: beginning.sources, saver: keeper, onConfig: target.takeConfig });
  const control = useDraft(sources.sources, beginning.choices);
  const keeping = useDraftSaving(keeper, sources.sources, control.choices, target.choices);
  const submit = useSubmit(workspace, control, target, keeper);
  const [cursor, setCursor] = useState<number | null>(null);
  const toast = useToast();
  const isReading = sources.sources.some(({ progress }) => progress !== null);
  const isEmpty = control.draft.rows.length === 0;
  const blocking = control.problems.filter(({ level }) => level === "error");
  const waiting = useSourcesInAddress(sources, params, {
    hasDraft: beginning.sources.some(({ rows }) => rows.length > 0),
    onAdded: () => void setParams(NOTHING_TO_ADD),
    onReviewAdded: () => control.setRewardPath(REVIEW_REWARD),
  });
  useUnsavedWarning(submit.state.kind === "sending");
  const toNextProblem = () => {
    const marked = [...new Set(control.problems.flatMap(({ groups }) => groups))].sort((left, right) => left - right);
    setCursor(marked.find((index) => index > (cursor ?? -1)) ?? marked[0] ?? cursor);
  };
  useKeys("newJob", {
    n: toNextProblem,
    x: () => {
      const group = cursor === null ? undefined : control.draft.groups[cursor];
      if (group) control.setLeftOut(group.rows, !control.figures[cursor ?? 0]?.isOut);
    },
    "Mod+Enter": () => {
      if (!isReading && blocking.length === 0) submit.start();
    },
  });
  return {
    params,
    setParams,
    target,
    sources,
    control,
    keeping,
    submit,
    cursor,
    setCursor,
    waiting,
    isReading,
    isEmpty,
    discard: () => {
      sources.removeAll();
      control.reset();
      target.reset();
      void keeper.discard();
    },
    download: () => {
      const name = `draft-${workspace.projectId.replaceAll("/", "-")}.json`;
      void requestBody(control.draft, target.target).then(
        (file) => downloadBlob(file, name),
        (error: unknown) => toast(errorMessage(error), "warning"),
      );
    },
  };
}

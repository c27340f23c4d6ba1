"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useEffect, useRef } from "react";
import { useToast } from "@/components/ui/toast";
import { takeRows } from "@/lib/address/carried-rows";
import { serviceQuery } from "@/lib/api/client/service-query";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { carriedDraft, copyDraft, forkDraft } from "./named-draft";
import type { useRunDraft } from "./use-run-draft";

const params = {
  /** The run whose settings are taken. */
  copy: parseAsString,
  /** Whether a copied run trains a new model, or its own one on from its newest checkpoint. */
  model: parseAsStringLiteral(["new", "same"]).withDefault("new"),
  /** The model of the checkpoint at `step`, which a new model begins with. */
  fork: parseAsString,
  step: parseAsInteger.withDefault(0),
  /** The name of rows that another page left in the session. */
  carried: parseAsString,
};

/** Runs of a model that are looked at for settings. */
const MAX_RUNS = 20;

/** Fills the draft once with what the address names: the settings of a run, a checkpoint to fork, both, or prompts. */
export function useNamedStart(workspace: Workspace, control: ReturnType<typeof useRunDraft>) {
  const [{ copy, model, fork, step, carried: name }, setParams] = useQueryStates(params);
  const { connectionId, projectId } = workspace;
  const forked = useQuery({
    ...serviceQuery(connectionId, "models.read", { model_id: fork ?? "" }),
    enabled: fork !== null,
    retry: false,
  });
  const runs = useQuery({
    ...serviceQuery(connectionId, "trainingRuns.list", {
      project_id: projectId,
      model_id: fork ?? "",
      limit: MAX_RUNS,
    }),
    enabled: fork !== null && copy === null,
    retry: false,
  });
  // A checkpoint is trained on with the settings that its model was trained with.
  const source = copy ?? runs.data?.runs.find((run) => run.source === "service")?.id ?? null;
  const run = useQuery({
    ...serviceQuery(connectionId, "trainingRuns.read", { project_id: projectId, run_id: source ?? "" }),
    enabled: source !== null,
    retry: false,
  });
  const asked = [
    ...(fork === null ? [] : [forked]),
    ...(fork === null || copy !== null ? [] : [runs]),
    ...(source === null ? [] : [run]),
  ];
  const isNamed = asked.length > 0;
  const isLoaded = isNamed && asked.every(({ isSuccess }) => isSuccess);
  const carried = name === null ? null : takeRows(name);
  const toast = useToast();
  const taken = useRef<string | null>(null);
  // The outside system is the address: what it names fills the form once, and then leaves the address.
  useEffect(() => {
    const names = JSON.stringify([copy, fork, step]);
    if (!isLoaded || taken.current === names) return;
    taken.current = names;
    const nowMs = Date.now();
    const settings = run.data?.settings;
    const copied = settings ? copyDraft(settings, nowMs) : null;
    const own = run.data?.model?.id;
    if (fork !== null && forked.data !== undefined)
      control.replace(forkDraft(copied ?? control.draft, { modelId: fork, modelName: forked.data.name, step }, nowMs));
    else if (copied !== null)
      control.replace(
        model === "same" && own !== undefined ? { ...copied, modelKind: "existing", modelId: own } : copied,
      );
    void setParams(null, { history: "replace" });
  }, [isLoaded, copy, fork, step, model, run.data, forked.data, control, setParams]);
  // The outside system is the address, as above.
  useEffect(() => {
    if (name === null || carried === null || taken.current === name) return;
    taken.current = name;
    control.replace(carriedDraft(control.draft, carried));
    const { rows, leftOut } = carried;
    const without = leftOut === 0 ? "" : `, ${countOf(leftOut, "prompt")} without text or beyond the limit left out`;
    toast(`${countOf(rows.length, "prompt")} filled in${without}`);
    void setParams(null, { history: "replace" });
  }, [name, carried, control, setParams, toast]);
  return {
    isNamed: isNamed || carried !== null,
    /** True where the session that had the named prompts has ended. */
    hasLostPrompts: name !== null && carried === null,
    forget: () => void setParams(null, { history: "replace" }),
    isFetching: asked.some((query) => query.isFetching),
    error: asked.find(({ isError }) => isError)?.error ?? null,
    retry: () => {
      for (const query of asked) if (query.isError) void query.refetch();
    },
  };
}

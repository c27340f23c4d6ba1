"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import {
  type ConfigTexts,
  configTexts,
  emptyConfig,
  type ReadConfig,
  readConfig,
} from "@/app/(dashboard)/[workspace]/training/new/draft/prepare-config";
import { defaultTarget, type TargetChoices } from "@/app/(dashboard)/[workspace]/training/new/draft/target-choices";
import type { ModelRecord } from "@/components/training/models/use-model";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Members } from "@/lib/json/value/members";
import { type AdvantageRule, readAdvantageRule } from "@/lib/training/trajectories/advantage-rule";
import type { TrainingTarget } from "@/lib/training/trajectories/training-request-body";
import type { Workspace } from "@/lib/workspace/workspace";
import { type NewModelControl, useNewModel } from "./use-new-model";

/** Maximum number of models on a page of the list. */
const MAX_MODELS = 100;

export type ModelChoice = "listed" | "new" | "id";

/** The model that the data is for. */
export interface ModelControl {
  readonly modelId: string;
  readonly setModelId: (id: string) => void;
  /** The state of the model list. */
  readonly models: {
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly listed: readonly ModelRecord[];
  /** The base models of the trainer. */
  readonly baseModels: readonly string[];
  readonly canList: boolean;
  readonly choice: ModelChoice;
  readonly setChoice: (choice: ModelChoice) => void;
  /** The model that is registered when the choice is a new one. */
  readonly newModel: NewModelControl;
}

/** Whether the data is trained on or logged, and the settings. */
export interface SettingsControl {
  readonly kind: TrainingTarget["kind"];
  readonly setKind: (next: TrainingTarget["kind"]) => void;
  readonly split: string;
  readonly setSplit: (next: string) => void;
  readonly texts: ConfigTexts;
  readonly setTexts: (next: ConfigTexts) => void;
  readonly read: ReadConfig;
}

/** The destination of the request. */
export interface RequestTarget {
  readonly target: TrainingTarget;
  /** True when a model is chosen, or a new one is complete. */
  readonly hasModel: boolean;
  /** True when the target is complete. */
  readonly isFit: boolean;
  /** Returns the target, after registering its new model. @throws RequestFailure */
  readonly prepare: () => Promise<TrainingTarget>;
}

interface TargetControl extends ModelControl, SettingsControl, RequestTarget {
  readonly choices: TargetChoices;
  /** How the settings turn rewards into advantages. */
  readonly rule: AdvantageRule;
  /** Applies the settings of a file where none is typed. */
  readonly takeConfig: (config: Members) => void;
  readonly reset: () => void;
}

type ModelAddress = { modelId: string; onModelId: (id: string) => void };

/** Returns the model of the data, whether it is trained on or logged, and the settings. */
export function useTarget(
  workspace: Workspace,
  { modelId, onModelId }: ModelAddress,
  storedChoices: TargetChoices,
): TargetControl {
  const { connectionId, projectId } = workspace;
  const [choices, setChoices] = useState(storedChoices);
  const { kind, split, config: texts } = choices;
  const [chosen, setChosen] = useState<ModelChoice | null>(null);
  const models = useQuery({
    ...serviceQuery(connectionId, "models.list", { project_id: projectId, limit: MAX_MODELS }),
    retry: false,
  });
  const base = useQuery({
    queryKey: ["service", connectionId, "models.base"],
    queryFn: ({ signal }) => callOperation(connectionId, "models.base", { signal }),
    retry: false,
  });
  const listed = models.data?.data ?? [];
  const isListed = listed.some(({ id }) => id === modelId);
  // A model that is not listed was given by id; if there are no models yet, one is registered.
  const likely: ModelChoice = modelId !== "" && !isListed ? "id" : listed.length > 0 ? "listed" : "new";
  // An id is enough for a job, also where the list fails.
  const canList = !models.isError;
  const choice = chosen ?? (canList ? likely : "id");
  const read = useMemo(() => readConfig(texts), [texts]);
  const rule = useMemo(() => readAdvantageRule(kind === "log" ? null : read.config), [kind, read]);
  const newModel = useNewModel(workspace, base.data ?? [], async (id) => {
    await models.refetch();
    onModelId(id);
  });
  // Not while the list is loading: there may be a model to choose.
  const isNew = choice === "new" && modelId.trim() === "" && models.isSuccess;
  const hasModel = modelId.trim() !== "" || (isNew && newModel.isComplete);
  const isFit =
    hasModel &&
    (kind === "log" ? split.trim() !== "" : read.learningRateError === undefined && read.moreError === undefined);
  // The size of the request is counted for each new target.
  const target = useMemo<TrainingTarget>(
    () =>
      kind === "log"
        ? { kind, modelId: modelId.trim(), split: split.trim() }
        : { kind, modelId: modelId.trim(), config: read.config },
    [kind, modelId, split, read.config],
  );
  return {
    choices,
    kind,
    setKind: (next: TrainingTarget["kind"]) => setChoices({ ...choices, kind: next }),
    split,
    setSplit: (next: string) => setChoices({ ...choices, split: next }),
    texts,
    setTexts: (next: ConfigTexts) => setChoices({ ...choices, config: next }),
    read,
    rule,
    modelId,
    setModelId: onModelId,
    models,
    listed,
    baseModels: base.data ?? [],
    canList,
    choice,
    setChoice: setChoice(setChosen, onModelId),
    target,
    takeConfig: (config: Members) =>
      setChoices((now) =>
        JSON.stringify(now.config) === JSON.stringify(emptyConfig) ? { ...now, config: configTexts(config) } : now,
      ),
    reset: () => setChoices(defaultTarget),
    newModel,
    hasModel,
    isFit,
    prepare: async () => (isNew ? { ...target, modelId: await newModel.register() } : target),
  };
}

function setChoice(set: (choice: ModelChoice) => void, onModelId: (id: string) => void) {
  return (choice: ModelChoice) => {
    set(choice);
    if (choice !== "listed") onModelId("");
  };
}

import type { ModelServer } from "@/lib/api/contract/training/model-server";
import type { Identity } from "@/service/kernel/access/identity";
import { readArtifactName } from "@/service/training/models/artifact-name";
import type { StoredModel } from "@/service/training/state/training-state";
import type { CheckpointModels } from "./checkpoint-models";

const NOTHING = {
  state: null,
  reason: null,
  started_at: null,
  ready_at: null,
  ended_at: null,
  requests: 0,
  waiting: 0,
  loaded_steps: [],
  idle_seconds: null,
  log: "",
};

/** What answers for the checkpoints of a model, as far as the requester may see it. */
export function modelServerRecord(models: CheckpointModels, model: StoredModel, { projects }: Identity): ModelServer {
  const { base_model } = model;
  if (models.isBuiltIn(base_model)) return { ...NOTHING, serving: "built_in", base_model };
  if (models.servers === null) return { ...NOTHING, serving: "none", base_model };
  const { process, loaded, requests, waiting } = models.servers.status(base_model);
  return {
    serving: "command",
    base_model,
    state: process?.state ?? null,
    reason: process?.reason ?? null,
    started_at: process?.startedAt ?? null,
    ready_at: process?.readyAt ?? null,
    ended_at: process?.endedAt ?? null,
    requests,
    waiting,
    loaded_steps: stepsOf(model, loaded),
    idle_seconds: models.servers.settings.idleMs / 1_000,
    // The server may also answer for models of other projects, and write about them.
    log: projects === null ? (process?.logTail ?? "") : "",
  };
}

function stepsOf({ entity, project, name }: StoredModel, loaded: readonly string[]): number[] {
  return loaded
    .flatMap((text) => {
      const read = readArtifactName(text);
      const isOwn = read?.entity === entity && read.project === project && read.name === name;
      return isOwn && read.step !== null ? [read.step] : [];
    })
    .sort((left, right) => left - right);
}

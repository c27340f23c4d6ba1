import { randomUUID } from "node:crypto";
import { invalid, Refusal } from "./refusal";
import { membersOf, textOf } from "./request-shape";
import type { Stored, StoredCheckpoint } from "./stored";

const ended = (): readonly { id: string; type: string; data: Readonly<Record<string, unknown>> }[] => [
  { id: randomUUID(), type: "training_started", data: { num_sequences: 1 } },
  { id: randomUUID(), type: "training_ended", data: { step: 1 } },
];

/** Ends every job at once with one checkpoint: enough to check that each operation is supported. */
export function createJob(stored: Stored, body: unknown): unknown {
  const request = membersOf(body, ["model_id!", "trajectory_groups!", "experimental_config"], ["body"]);
  const modelId = textOf(request.model_id, ["body", "model_id"]);
  if (!Array.isArray(request.trajectory_groups)) {
    throw invalid(["body", "trajectory_groups"], "Input should be a valid list", "list_type");
  }
  const id = randomUUID();
  const before: readonly StoredCheckpoint[] = stored.checkpoints.get(modelId) ?? [];
  stored.checkpoints.set(modelId, [...before, { id: randomUUID(), step: before.length + 1, metrics: { reward: 0.5 } }]);
  stored.events.set(id, ended());
  return { id };
}

export function logTrajectories(body: unknown): unknown {
  const request = membersOf(body, ["split!", "trajectory_groups!"], ["body"]);
  textOf(request.split, ["body", "split"]);
  return {};
}

interface Identified {
  readonly id: string;
}

function pageAfter(items: readonly Identified[], query: URLSearchParams, names: readonly string[]): unknown {
  for (const name of query.keys()) {
    if (!names.includes(name)) throw invalid(["query", name], "Extra inputs are not permitted", "extra_forbidden");
  }
  const limit = Number(query.get("limit") ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw invalid(["query", "limit"], "Input should be from 1 to 100", "value_error");
  }
  const inOrder = query.get("order") === "desc" ? items.toReversed() : items;
  const after = query.get("after");
  const from = after === null || after === "" ? 0 : inOrder.findIndex(({ id }) => id === after) + 1;
  const data = inOrder.slice(from, from + limit);
  return {
    object: "list",
    data,
    has_more: from + limit < inOrder.length,
    first_id: data[0]?.id ?? "",
    last_id: data.at(-1)?.id ?? "",
  };
}

export function listCheckpoints(stored: Stored, modelId: string, query: URLSearchParams): unknown {
  return pageAfter(stored.checkpoints.get(modelId) ?? [], query, ["after", "limit", "order"]);
}

export function listEvents(stored: Stored, jobId: string, query: URLSearchParams): unknown {
  const events = stored.events.get(jobId);
  if (!events) throw new Refusal(404, { detail: "Training job not found" });
  return pageAfter(events, query, ["after", "limit"]);
}

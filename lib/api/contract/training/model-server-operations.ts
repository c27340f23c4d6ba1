import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { modelServer } from "./model-server";
import { modelById } from "./models";
import { EXAMPLE_MODEL_ID } from "./training-examples";

const EXAMPLE_SERVER = {
  serving: "command" as const,
  base_model: "qwen2.5-7b-instruct",
  state: "ready" as const,
  reason: null,
  started_at: "2026-11-20T14:29:10.512Z",
  ready_at: "2026-11-20T14:30:01.882Z",
  ended_at: null,
  requests: 2,
  waiting: 0,
  loaded_steps: [1],
  idle_seconds: 900,
  log: "Application startup complete.\n",
};

const BODY = { model_id: EXAMPLE_MODEL_ID };

/** The servers that answer for checkpoints of other trainers than the built-in one. */
export const modelServerOperations = {
  "modelServer.read": defineOperation({
    id: "modelServer.read",
    title: "Model server",
    summary: "Returns what answers for the checkpoints of a model, with the state of its server.",
    path: "/model_server/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: modelById },
    result: { kind: "json", schema: modelServer },
    standing: "extension",
    gaps: ["model-server"],
    example: { body: BODY, result: EXAMPLE_SERVER },
  }),
  "modelServer.start": defineOperation({
    id: "modelServer.start",
    title: "Start model server",
    summary: "Starts the server of the model's base model if it does not run. Does not wait until it answers.",
    path: "/model_server/start",
    auth: "basic",
    effect: "write",
    scope: "train",
    body: { kind: "json", schema: modelById },
    result: { kind: "json", schema: modelServer },
    standing: "extension",
    gaps: ["model-server"],
    example: {
      body: BODY,
      result: { ...EXAMPLE_SERVER, state: "starting", ready_at: null, requests: 1, loaded_steps: [], log: "" },
    },
  }),
  "modelServer.stop": defineOperation({
    id: "modelServer.stop",
    title: "Stop model server",
    summary:
      "Ends the server of the model's base model with the requests that it answers. The next request starts it again.",
    path: "/model_server/stop",
    auth: "basic",
    effect: "write",
    scope: "train",
    body: { kind: "json", schema: modelById },
    result: { kind: "json", schema: modelServer },
    standing: "extension",
    gaps: ["model-server"],
    example: {
      body: BODY,
      result: {
        ...EXAMPLE_SERVER,
        state: "stopped",
        reason: "Stopped by ada.",
        ended_at: "2026-11-20T14:40:00.000Z",
        requests: 0,
        loaded_steps: [],
      },
    },
  }),
};

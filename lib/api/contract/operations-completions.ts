import { completionsCreate, completionsCreateResult } from "./completions";
import { completionLimits, row } from "./operation-row";

export const completionOperations = {
  "completions.create": row({
    id: "completions.create",
    title: "Completions",
    summary: "Creates a chat completion and tracks it as a call unless told not to.",
    path: "/completions/create",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: completionsCreate },
    result: { kind: "json", schema: completionsCreateResult },
    standing: "core",
    limits: completionLimits,
    gaps: ["completion-response", "completion-required", "user-id"],
    example: {
      body: {
        project_id: "demo/airline",
        inputs: { model: "gpt-4o", messages: [{ role: "user", content: "Hello" }], max_tokens: 1 },
        track_llm_call: false,
      },
      result: {
        response: {
          id: "chatcmpl-1",
          object: "chat.completion",
          created: 1_763_650_201,
          model: "gpt-4o",
          choices: [{ index: 0, finish_reason: "length", message: { role: "assistant", content: "Hi" } }],
          usage: { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9 },
        },
        svc_call_id: null,
      },
    },
  }),
};

import { completionLimits } from "@/lib/api/contract/operation/limits";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { completionChunk, completionProviders, completionsCreate, completionsCreateResult } from "./completions";

export const completionOperations = {
  "completions.create": defineOperation({
    id: "completions.create",
    title: "Completions",
    summary: "Creates a chat completion and tracks it as a call. Tracking can be turned off.",
    path: "/completions/create",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: completionsCreate },
    result: { kind: "json", schema: completionsCreateResult },
    standing: "core",
    limits: completionLimits,
    gaps: ["completion-response", "completion-required", "completion-prompt", "completion-source", "user-id"],
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
  "completions.createStream": defineOperation({
    id: "completions.createStream",
    title: "Completions, stream",
    summary: "Creates a chat completion and streams it: first the call's id, then one chunk of the provider per line.",
    path: "/completions/create_stream",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: completionsCreate },
    result: { kind: "jsonl", item: completionChunk, isLive: true },
    standing: "extension",
    limits: completionLimits,
    gaps: [
      "completion-response",
      "completion-required",
      "completion-prompt",
      "completion-source",
      "completion-stream",
      "user-id",
    ],
    example: {
      body: {
        project_id: "demo/airline",
        inputs: { model: "gpt-4o", messages: [{ role: "user", content: "Hello" }], max_tokens: 1 },
        track_llm_call: false,
      },
      result: {
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1_763_650_201,
        model: "gpt-4o",
        choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content: "Hi" } }],
      },
    },
  }),
  "completions.providers": defineOperation({
    id: "completions.providers",
    title: "Completion providers",
    summary: "Lists the available completion providers, with their models when the provider reports them.",
    method: "GET",
    path: "/completions/providers",
    auth: "basic",
    effect: "read",
    body: { kind: "none" },
    result: { kind: "json", schema: completionProviders },
    standing: "extension",
    gaps: ["completion-providers"],
    example: {
      result: {
        providers: [
          {
            name: "openai",
            title: "OpenAI",
            base_url: "https://api.openai.com/v1",
            is_local: false,
            api_key_name: "OPENAI_API_KEY",
            is_usable: true,
            models: ["gpt-4o"],
          },
        ],
      },
    },
  }),
};

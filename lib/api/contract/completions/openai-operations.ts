import { completionLimits } from "@/lib/api/contract/operation/limits";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { availableModels, responsesCreate, responsesResult } from "./responses";

/** Operations that OpenAI's clients call by name. */
export const openAiOperations = {
  "completions.models": defineOperation({
    id: "completions.models",
    title: "Models of completions",
    summary: "Lists the models of the configured providers and the checkpoints of the key's projects, as OpenAI does.",
    method: "GET",
    path: "/v1/models",
    auth: "bearer",
    effect: "read",
    body: { kind: "none" },
    result: { kind: "json", schema: availableModels },
    standing: "extension",
    gaps: ["openai-models"],
    example: {
      result: {
        object: "list",
        data: [{ id: "openai/gpt-4o", object: "model", created: 1_715_367_049, owned_by: "openai" }],
        unavailable: [],
      },
    },
  }),
  "completions.responses": defineOperation({
    id: "completions.responses",
    title: "Responses",
    summary:
      "Passes a request of OpenAI's Responses API to the model's provider, streamed too, and tracks it as a call of the project that the header OpenAI-Project names.",
    path: "/v1/responses",
    auth: "bearer",
    effect: "write",
    body: { kind: "json", schema: responsesCreate },
    result: { kind: "json", schema: responsesResult },
    standing: "extension",
    limits: completionLimits,
    gaps: ["openai-responses"],
    example: {
      body: { model: "openai/gpt-4o", input: "Hello", max_output_tokens: 16 },
      result: {
        id: "resp_1",
        object: "response",
        status: "completed",
        model: "gpt-4o",
        output: [
          { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Hi" }] },
        ],
        usage: { input_tokens: 8, output_tokens: 1, total_tokens: 9 },
      },
    },
  }),
};

import { z } from "zod";
import { MAX_ANSWER_CHARACTERS, oneLine, shortText } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import { cutOutput, footText, workspaceInput } from "@/lib/api/server/mcp/tools/shared-input";
import { defineTool } from "@/lib/api/server/mcp/tools/tool";
import { readChoices, readUsage } from "@/lib/completion/answer-choices";
import { isMembers } from "@/lib/json/value/members";

const MAX_CHOICES = 4;

const message = z.looseObject({
  role: z.string().min(1).max(64),
  content: z.unknown().optional(),
});

const choice = z.object({
  text: z.string(),
  refusal: z.string().nullable(),
  finish_reason: z.string().nullable(),
  tool_calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
});

/** Providers report failures inside a successful answer. */
function providerFailure(response: Readonly<Record<string, unknown>>): string | null {
  const { error } = response;
  if (error === undefined || error === null) return null;
  if (typeof error === "string") return error;
  return isMembers(error) && typeof error.message === "string" ? error.message : "The provider reported an error.";
}

function toolCallsOf(response: Readonly<Record<string, unknown>>, index: number) {
  const choices: readonly unknown[] = Array.isArray(response.choices) ? response.choices : [];
  const found = choices[index];
  const sent = isMembers(found) && isMembers(found.message) ? found.message.tool_calls : [];
  const calls: readonly unknown[] = Array.isArray(sent) ? sent : [];
  return calls.flatMap((call) => {
    const { function: called } = isMembers(call) ? call : {};
    if (!isMembers(called) || typeof called.name !== "string") return [];
    const text = typeof called.arguments === "string" ? called.arguments : JSON.stringify(called.arguments ?? {});
    return [{ name: oneLine(called.name, 200), arguments: shortText(text, 4_000) }];
  });
}

export const runCompletionTool = defineTool({
  name: "run_completion",
  title: "Run a completion",
  description:
    "Sends messages to a model through the workspace's service, to try a changed prompt for example. It is billed by the provider and stored as a call. Needs a key with write access of a user who is at least a member.",
  input: z.strictObject({
    workspace: workspaceInput,
    model: z
      .string()
      .min(1)
      .max(512)
      .describe("provider/model, for example openai/gpt-4o, or a trained model's address."),
    messages: z.array(message).min(1).max(500).describe("Chat messages in OpenAI's format."),
    temperature: z.number().min(0).max(2).optional(),
    max_tokens: z.number().int().min(1).max(100_000).default(1_024),
    n: z.number().int().min(1).max(MAX_CHOICES).optional(),
    tools: z.array(z.looseObject({})).max(128).optional().describe("Tools in OpenAI's format."),
    response_format: z.looseObject({}).optional(),
  }),
  output: z.object({
    choices: z.array(choice),
    tokens_in: z.number().nullable(),
    tokens_out: z.number().nullable(),
    call_id: z.string().nullable().describe("The stored call."),
    url: z.string().nullable(),
    cut: cutOutput,
  }),
  operations: ["completions.create"],
  run: async ({ workspace: name, ...inputs }, reader) => {
    const { service, projectId, slug, pageUrl } = await reader.open(name);
    const body = { project_id: projectId, inputs };
    const { response, svc_call_id: callId } = await service.call("completions.create", { body });
    const failure = providerFailure(response);
    const stored = callId ? ` The attempt is stored as call ${callId}.` : "";
    if (failure !== null) throw new ToolError(`The provider failed: ${oneLine(failure, 2_000)}.${stored}`);
    const share = Math.floor(MAX_ANSWER_CHARACTERS / MAX_CHOICES);
    const read = readChoices(response).slice(0, MAX_CHOICES);
    const choices = read.map(({ text, refusal, finishReason }, index) => ({
      text: shortText(text, read.length === 1 ? MAX_ANSWER_CHARACTERS : share),
      refusal,
      finish_reason: finishReason,
      tool_calls: toolCallsOf(response, index),
    }));
    const isCut = choices.some(({ text }, index) => text.length < (read[index]?.text.length ?? 0));
    const cut = isCut ? [`The answer is longer: read_call ${callId ?? ""}, field output.`] : [];
    const { tokensIn, tokensOut } = readUsage(response);
    const url = callId ? pageUrl(`/${slug}/traces/${encodeURIComponent(callId)}`) : null;
    const blocks = choices.map(({ text, refusal, finish_reason: reason, tool_calls: calls }) =>
      [
        text,
        refusal === null ? "" : `Refused: ${refusal}`,
        ...calls.map((call) => `Requests the tool ${call.name}(${call.arguments})`),
        `(finished: ${reason ?? "unknown"})`,
      ]
        .filter((line) => line !== "")
        .join("\n"),
    );
    const facts = `${tokensIn ?? "?"} tokens in, ${tokensOut ?? "?"} out, stored as call ${callId ?? "none"}.`;
    const text = [...blocks, facts].join("\n\n") + footText(cut, url);
    return { text, data: { choices, tokens_in: tokensIn, tokens_out: tokensOut, call_id: callId ?? null, url, cut } };
  },
});

import { type Members, messageRoles } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import {
  prettyJson,
  type ReadRequest,
  readParameters,
  readRequest,
  readTools,
} from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import type { Call } from "@/lib/api/contract/calls/calls";
import { readMessages } from "@/lib/chat/read-messages";
import { isMembers } from "@/lib/json/value/members";
import { readCallMessages } from "./read-call-messages";
import { cleanSchema, readCallToolChoice, readCallTools } from "./read-call-tools";

/** The members of a call that are read. */
export type LoggedCallSource = Pick<Call, "inputs"> & Partial<Pick<Call, "attributes" | "summary">>;

/** Arguments of clients that are not part of a request. */
const CLIENT_ONLY = new Set(["self", "client", "extra_body", "extra_query", "options"]);

/**
 * Converts a logged model call to a request that can be sent again, whatever client logged it: OpenAI's chat unchanged;
 * OpenAI's responses, Anthropic, Google, the AI SDK and the GenAI conventions translated. Unsupported parts are listed.
 */
export function readCall(call: LoggedCallSource): ReadRequest {
  const inputs = isMembers(call.inputs) ? withoutAppliedPrompt(call.inputs, call) : {};
  const read = isOpenAiChat(inputs) ? convertChat(inputs, call) : convertOther(inputs, call);
  return { ...read, model: read.model ?? loggedModel(call) };
}

/**
 * A call that named a prompt stores all messages as they were sent, so naming the prompt again would send its messages
 * twice.
 */
function withoutAppliedPrompt(inputs: Members, { attributes }: LoggedCallSource): Members {
  const own = attributes?.heddle;
  if (!isMembers(own) || own.prompt_messages === undefined) return inputs;
  const { prompt: _prompt, template_vars: _values, ...sent } = inputs;
  return sent;
}

const CHAT_PARTS = new Set(["text", "image_url", "input_audio", "file", "refusal"]);

/** Where other clients put the messages. */
const CONVERSATION_MEMBER = /^(?:system|instructions|input|contents|prompt|(?:gen_ai|ai|llm|input|traceloop)\..*)$/;

function isOpenAiChat(inputs: Members): boolean {
  const { messages = [] } = inputs;
  if (!Array.isArray(messages) || Object.keys(inputs).some((name) => CONVERSATION_MEMBER.test(name))) return false;
  return messages.every((message: unknown) => {
    if (!isMembers(message) || !messageRoles.some((role) => role === message.role)) return false;
    const { content } = message;
    if (content === null || content === undefined || typeof content === "string") return true;
    return Array.isArray(content) && content.every((part) => isMembers(part) && CHAT_PARTS.has(String(part.type)));
  });
}

function convertChat(inputs: Members, call: LoggedCallSource): ReadRequest {
  const { tools, ...sent } = withoutClient(inputs);
  const read = readRequest(sent);
  const carried = readCallTools(tools);
  const logged = convertSettings(loggedParameters(call));
  const reasoning = read.messages.flatMap(({ others }, index) =>
    "reasoning_content" in others || "reasoning" in others ? [`Message ${index + 1}: reasoning`] : [],
  );
  return {
    ...read,
    messages: read.messages.map((message) => {
      const { reasoning_content: _, reasoning: __, ...others } = message.others;
      return { ...message, others };
    }),
    tools: readTools(carried.tools),
    parameters: { ...logged.texts, ...read.parameters },
    unsupported: [...read.unsupported, ...reasoning, ...carried.unsupported, ...logged.unsupported],
  };
}

function withoutClient(inputs: Members): Members {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !CLIENT_ONLY.has(name)));
}

function loggedParameters({ attributes }: Partial<LoggedCallSource>): Members {
  return isMembers(attributes?.model_parameters) ? attributes.model_parameters : {};
}

function loggedModel({ attributes, summary }: LoggedCallSource): string | null {
  const named = [attributes?.model, loggedParameters({ attributes }).model];
  const model = named.find((value) => typeof value === "string" && value !== "");
  if (typeof model === "string") return model;
  // A call that used one model used that one.
  const used = Object.keys(summary?.usage ?? {});
  return used.length === 1 ? (used[0] ?? null) : null;
}

/** Members of other clients, by their name here. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ...["stop_sequences", "stopSequences"].map((name) => [name, "stop"] as const),
  ...["max_output_tokens", "maxOutputTokens", "maxTokens", "max_tokens_to_sample"].map(
    (name) => [name, "max_completion_tokens"] as const,
  ),
  ...["candidateCount", "candidate_count", "choice"].map((name) => [name, "n"] as const),
  ["topP", "top_p"],
  ["presencePenalty", "presence_penalty"],
  ["frequencyPenalty", "frequency_penalty"],
  ["responseLogprobs", "logprobs"],
  ["response_logprobs", "logprobs"],
  ["toolChoice", "tool_choice"],
]);

/** Members that contain the messages, which are read separately, or that are not part of the request. */
const CONVERSATION_MEMBERS =
  /^(?:messages|system|instructions|input|contents|prompt|system_?[iI]nstruction|(?:gen_ai|ai|llm|input|traceloop)\..*|model|model_name|tools)$/;

/** Members that contain further members of the same request. */
const CONFIGS = ["config", "generationConfig", "generation_config"];

function convertOther(inputs: Members, call: LoggedCallSource): ReadRequest {
  const configs = CONFIGS.map((name) => inputs[name]).filter(isMembers);
  const own = Object.fromEntries(Object.entries(withoutClient(inputs)).filter(([name]) => !CONFIGS.includes(name)));
  const settings: Members = Object.assign({}, loggedParameters(call), own, ...configs);
  const instructed = configs.map((config) => config.systemInstruction ?? config.system_instruction).find(Boolean);
  const read = readMessages(instructed === undefined ? inputs : { ...inputs, systemInstruction: instructed });
  const { messages, unsupported: lost } = readCallMessages(read);
  const tools = readCallTools(settings.tools ?? inputs["gen_ai.tool.definitions"] ?? call.attributes?.tools);
  const carried = convertSettings(settings);
  return {
    model: modelName(inputs.model ?? inputs.model_name),
    messages,
    tools: readTools(tools.tools),
    parameters: carried.texts,
    unsupported: [...lost, ...tools.unsupported, ...carried.unsupported],
  };
}

/** Google prefixes the name with `models/`. */
function modelName(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.replace(/^models\//, "") : null;
}

function convertSettings(settings: Members): { texts: Record<string, string>; unsupported: readonly string[] } {
  const members: Record<string, unknown> = {};
  const lost: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    if (value === null || value === undefined || CONVERSATION_MEMBERS.test(name)) continue;
    const target = RENAMED.get(name) ?? name;
    if (target === "tool_choice") {
      const choice = readCallToolChoice(value);
      if (choice === undefined) lost.push(`${name}: ${prettyJson(value)}`);
      else members.tool_choice = choice;
    } else if (name === "text" && isMembers(value)) {
      const format = responsesFormat(value.format);
      if (format) members.response_format = format;
    } else if (name === "responseSchema" || name === "response_schema") {
      const json_schema = { name: "answer", schema: cleanSchema(value) };
      members.response_format = { type: "json_schema", json_schema };
    } else if (name === "responseMimeType" || name === "response_mime_type") {
      if (value === "application/json") members.response_format ??= { type: "json_object" };
    } else members[target] = value;
  }
  const { texts, others } = readParameters(members);
  for (const [name, value] of Object.entries(others)) lost.push(unsupportedMember(name, value));
  return { texts, unsupported: lost };
}

const SHOWN_LENGTH = 60;

function unsupportedMember(name: string, value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return `${name}: ${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text}`;
}

/** The responses interface puts the members of a schema next to its type. */
function responsesFormat(format: unknown): Members | null {
  if (!isMembers(format) || format.type === "text") return null;
  if (format.type !== "json_schema") return format;
  const { type, ...json_schema } = format;
  return { type, json_schema };
}

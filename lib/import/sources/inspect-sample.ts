import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members } from "@/lib/json/value/members";

const ATTACHMENT = /^attachment:\/\/(.+)$/s;

/** Returns a sample with its long texts, which its events share as attachments, in their places. */
export function withAttachments(sample: Members): Members {
  const attachments = isMembers(sample.attachments) ? sample.attachments : {};
  if (Object.keys(attachments).length === 0) return sample;
  const resolved = (value: unknown): unknown => {
    if (typeof value === "string") {
      const name = ATTACHMENT.exec(value)?.[1];
      return name !== undefined && Object.hasOwn(attachments, name) ? attachments[name] : value;
    }
    if (Array.isArray(value)) return value.map(resolved);
    if (!isMembers(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member)]));
  };
  const { attachments: _, ...rest } = sample;
  return resolved(rest) as Members;
}

/** Returns the messages that a model was sent: in the event, or by ranges of the sample's pool of messages. */
export function askedMessages(event: Members, sample: Members): readonly unknown[] {
  const pool = isMembers(sample.events_data) ? sample.events_data.messages : null;
  if (!Array.isArray(event.input_refs) || !Array.isArray(pool)) return Array.isArray(event.input) ? event.input : [];
  return event.input_refs.flatMap((range: unknown) =>
    Array.isArray(range) ? pool.slice(Number(range[0]), Number(range[1])) : [],
  );
}

/** Returns a message with its calls of tools in OpenAI's form, which the chat of every client has. */
export function chatMessage(message: unknown): unknown {
  if (!isMembers(message) || !Array.isArray(message.tool_calls)) return message;
  return { ...message, tool_calls: message.tool_calls.map(toolCall) };
}

function toolCall(call: unknown): unknown {
  if (!isMembers(call) || typeof call.function !== "string") return call;
  const { id, function: name, arguments: given, type: _, ...rest } = call;
  return { id, type: "function", function: { name, arguments: stringifyJson(given ?? {}) }, ...rest };
}

/** The letters of Inspect's scorers, as its own metrics count them. */
const LETTERS: ReadonlyMap<unknown, number> = new Map([
  ["C", 1],
  ["P", 0.5],
  ["I", 0],
  ["N", 0],
]);

/** Returns the values of a sample's scores: null where there is none, as NaN says too. */
export function scoreValues(scores: Members): Record<string, unknown> {
  const scoreValue = (score: unknown) => {
    const value = isMembers(score) ? score.value : score;
    return LETTERS.get(value) ?? value ?? null;
  };
  return Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, scoreValue(score)]));
}

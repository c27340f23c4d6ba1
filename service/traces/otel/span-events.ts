import { type Attributes, emptyAttributes, isAttributes } from "./attribute-values";
import { attributeAt } from "./expand-attributes";
import type { SpanEvent } from "./span";

export interface EventMessages {
  readonly inputs: Attributes | undefined;
  readonly output: Attributes | undefined;
}

/** The current GenAI event: it has the same members as the attributes of a span. */
const DETAILS_EVENT = "gen_ai.client.inference.operation.details";

/** One event per message (GenAI 1.28 to 1.36): the event's name gives the role of the message. */
const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;
const CHOICE_EVENT = "gen_ai.choice";

/** The oldest form: the whole prompt or completion as one attribute. */
const PROMPT_EVENT = "gen_ai.content.prompt";
const COMPLETION_EVENT = "gen_ai.content.completion";

/** True for the name of an event that is, or contains, messages. */
export function isMessageEvent(name: string): boolean {
  return [DETAILS_EVENT, CHOICE_EVENT, PROMPT_EVENT, COMPLETION_EVENT].includes(name) || MESSAGE_EVENT.test(name);
}

const INPUT_MEMBERS = ["gen_ai.system_instructions", "gen_ai.input.messages", "gen_ai.tool.definitions"];
const OUTPUT_MEMBERS = ["gen_ai.output.messages"];

/** Some clients divide the messages of one request among several events: lists are joined, of other values the first counts. */
function membersOf(events: readonly SpanEvent[], paths: readonly string[]): Attributes | undefined {
  const members = emptyAttributes();
  for (const path of paths) {
    const values = events.map(({ attributes }) => attributeAt(attributes, path)).filter((value) => value != null);
    if (values.length > 0) members[path] = values.every(Array.isArray) ? values.flat(1) : values[0];
  }
  return Object.keys(members).length > 0 ? members : undefined;
}

function inputMessage({ name, attributes }: SpanEvent): Attributes {
  const message = emptyAttributes();
  message.role = attributes.role ?? MESSAGE_EVENT.exec(name)?.[1];
  for (const member of ["content", "tool_calls", "id", "name"]) {
    if (attributes[member] !== undefined) message[member] = attributes[member];
  }
  if (message.role === "tool" && message.id !== undefined) message.tool_call_id = message.id;
  return message;
}

/** Bedrock's results of tools are messages of the user, which its instrumentation sends beside those of the tools. */
function resultIds({ role, content }: Attributes): readonly unknown[] {
  if (role !== "user" || !Array.isArray(content)) return [];
  const results = content.map((part) => (isAttributes(part) ? part.toolResult : undefined));
  return results.every(isAttributes) ? results.map(({ toolUseId }) => toolUseId) : [];
}

function inputMessages(events: readonly SpanEvent[]): readonly Attributes[] {
  const messages = events.filter(({ name }) => MESSAGE_EVENT.test(name)).map(inputMessage);
  const answered = new Set(messages.map(({ tool_call_id: id }) => id));
  answered.delete(undefined);
  return messages.filter((message) => {
    const ids = resultIds(message);
    return ids.length === 0 || !ids.every((id) => answered.has(id));
  });
}

function choiceMessage({ attributes }: SpanEvent): Attributes {
  const { message } = attributes;
  const choice = emptyAttributes();
  choice.role = "assistant";
  if (isAttributes(message)) Object.assign(choice, message);
  else if (message !== undefined) choice.content = message;
  for (const member of ["content", "tool_calls", "finish_reason"]) {
    if (attributes[member] !== undefined) choice[member] = attributes[member];
  }
  return choice;
}

function listUnder(name: string, list: readonly Attributes[]): Attributes | undefined {
  if (list.length === 0) return undefined;
  const members = emptyAttributes();
  members[name] = list;
  return members;
}

/** Azure writes the members of an event as one attribute. */
const CONTENT = "gen_ai.event.content";

function withContent(event: SpanEvent): SpanEvent {
  const content = attributeAt(event.attributes, CONTENT);
  if (content === undefined) return event;
  const members = isAttributes(content) ? content : { content };
  return { ...event, attributes: Object.assign(emptyAttributes(), event.attributes, members) };
}

/** Returns the messages in a span's events, in the three forms that the GenAI conventions have had; newest first. */
export function messagesFromEvents(sent: readonly SpanEvent[]): EventMessages {
  const events = sent.map(withContent);
  const named = (wanted: string) => events.filter(({ name }) => name === wanted);
  return {
    inputs:
      membersOf(named(DETAILS_EVENT), INPUT_MEMBERS) ??
      listUnder("gen_ai.input.messages", inputMessages(events)) ??
      membersOf(named(PROMPT_EVENT), ["gen_ai.prompt"]),
    output:
      membersOf(named(DETAILS_EVENT), OUTPUT_MEMBERS) ??
      listUnder("gen_ai.output.messages", named(CHOICE_EVENT).map(choiceMessage)) ??
      membersOf(named(COMPLETION_EVENT), ["gen_ai.completion"]),
  };
}

function payloadUnder(name: string, value: unknown): Attributes | undefined {
  if (isAttributes(value)) return value;
  if (value === undefined || value === null) return undefined;
  const payload = emptyAttributes();
  payload[name] = value;
  return payload;
}

/** The only part of the only message under a name, if it is of this type. */
function onlyPart(members: Attributes | undefined, name: string, type: string): Attributes | null {
  const messages = members?.[name];
  const [message] = Array.isArray(messages) && messages.length === 1 ? (messages as unknown[]) : [];
  const parts = isAttributes(message) ? message.parts : null;
  const [part] = Array.isArray(parts) && parts.length === 1 ? (parts as unknown[]) : [];
  return isAttributes(part) && part.type === type ? part : null;
}

/** Strands wrote a tool's arguments and result as messages of the current event. */
function toolFromDetails(sent: EventMessages): EventMessages {
  const call = onlyPart(sent.inputs, "gen_ai.input.messages", "tool_call");
  const answer = onlyPart(sent.output, "gen_ai.output.messages", "tool_call_response");
  return {
    inputs: call ? payloadUnder("gen_ai.tool.call.arguments", call.arguments) : sent.inputs,
    output: answer ? payloadUnder("gen_ai.tool.call.result", answer.response ?? answer.result) : sent.output,
  };
}

/** Returns the arguments and the result of a tool whose span has them as messages. */
export function toolFromEvents(events: readonly SpanEvent[]): EventMessages {
  const sent = events.find(({ name }) => name === "gen_ai.tool.message");
  const choice = events.find(({ name }) => name === CHOICE_EVENT);
  if (!sent) return toolFromDetails(messagesFromEvents(events));
  return {
    inputs: payloadUnder("gen_ai.tool.call.arguments", sent.attributes.content),
    output: choice && payloadUnder("gen_ai.tool.call.result", choice.attributes.message ?? choice.attributes.content),
  };
}

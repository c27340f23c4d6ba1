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

function membersOf(event: SpanEvent, paths: readonly string[]): Attributes | undefined {
  const members = emptyAttributes();
  for (const path of paths) {
    const value = attributeAt(event.attributes, path);
    if (value !== undefined && value !== null) members[path] = value;
  }
  return Object.keys(members).length > 0 ? members : undefined;
}

function inputMessage({ name, attributes }: SpanEvent): Attributes {
  const message = emptyAttributes();
  message.role = attributes.role ?? MESSAGE_EVENT.exec(name)?.[1];
  for (const member of ["content", "tool_calls", "id", "name"]) {
    if (attributes[member] !== undefined) message[member] = attributes[member];
  }
  return message;
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

/** Returns the messages in a span's events, in the three forms that the GenAI conventions have had; newest first. */
export function messagesFromEvents(events: readonly SpanEvent[]): EventMessages {
  const details = events.find(({ name }) => name === DETAILS_EVENT);
  const prompt = events.find(({ name }) => name === PROMPT_EVENT);
  const completion = events.find(({ name }) => name === COMPLETION_EVENT);
  return {
    inputs:
      (details && membersOf(details, INPUT_MEMBERS)) ??
      listUnder("gen_ai.input.messages", events.filter(({ name }) => MESSAGE_EVENT.test(name)).map(inputMessage)) ??
      (prompt && membersOf(prompt, ["gen_ai.prompt"])),
    output:
      (details && membersOf(details, OUTPUT_MEMBERS)) ??
      listUnder("gen_ai.output.messages", events.filter(({ name }) => name === CHOICE_EVENT).map(choiceMessage)) ??
      (completion && membersOf(completion, ["gen_ai.completion"])),
  };
}

/** Returns the text of a recorded exception: its message, or its type. */
export function exceptionFromEvents(events: readonly SpanEvent[]): string | null {
  const event = events.findLast(({ name }) => name === "exception");
  if (!event) return null;
  const { message, type } = isAttributes(event.attributes.exception) ? event.attributes.exception : emptyAttributes();
  for (const text of [message, type]) if (typeof text === "string" && text !== "") return text;
  return null;
}

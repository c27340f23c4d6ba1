import { printedObject, pythonLiteral } from "@/lib/json/scan/python-literal";
import { type AttributeSource, builtTree, firstAttribute, isEmptyValue, isObjectValue } from "./attribute-source";
import { type Attributes, emptyAttributes, isAttributes } from "./attribute-values";
import type { PathList, SpanTable } from "./conventions/span-tables";
import {
  areRolesAlone,
  conversationParts,
  isConversation,
  numberedItems,
  unquoted,
  unwrappedMessages,
  withWords,
} from "./message-forms";
import type { Span } from "./span";
import { messagesFromEvents, toolFromEvents } from "./span-events";

/** Inputs and output of a call; undefined when the span has none. */
export interface SpanPayload {
  /** An object. */
  readonly inputs: unknown;
  readonly output: unknown;
}

/** A value with the name under which it is stored, unless it is an object. */
type Named = readonly [name: string, value: unknown];

type Reader = (attributes: AttributeSource, path: string) => Named | undefined;

const AI_ANSWER = [
  ...["ai.response.text", "ai.response.object", "ai.response.toolCalls", "ai.response.reasoning"],
  ...["ai.response.files", "ai.response.content"],
];

const value: Reader = (attributes, path) => [path, attributes.at(path)];

/** The attribute itself, or a list of numbered ones: `gen_ai.prompt.name` is not a message. */
const sentOrNumbered: Reader = (attributes, path) => [
  path,
  attributes.sent(path) ?? numberedItems(attributes.at(path)),
];

const unwrapped: Reader = (attributes, path) => {
  const items = unwrappedMessages(numberedItems(attributes.at(path)));
  return areRolesAlone(items) ? undefined : [path, items];
};

const askedMessages: Reader = (attributes, path) => {
  const found = unwrapped(attributes, path);
  return found && [path, withWords(found[1], attributes.at("input.value.messages"))];
};

const withoutQuotes: Reader = (attributes, path) => [path, unquoted(builtTree(attributes.at(path)))];

const asked: Reader = (attributes, path) => ["messages", conversationParts(attributes, path).asked];
const answered: Reader = (attributes, path) => ["gen_ai.output.messages", conversationParts(attributes, path).answered];

const list: Reader = (attributes, path) => {
  const found = attributes.at(path);
  return [isConversation(found) ? "messages" : path, found];
};

/** OpenInference's members of that name are read by their own paths: `input.value`, `input.mime_type`. */
const withoutType: Reader = (attributes, path) => {
  const found = attributes.sent(path) ?? attributes.at(path);
  if (!isObjectValue(found)) return [path, found];
  const tree = builtTree(found);
  return isAttributes(tree) && Object.keys(tree).every((name) => name === "mime_type" || name === "value")
    ? undefined
    : [path, found];
};

const answer: Reader = (attributes, path) =>
  firstAttribute(attributes, AI_ANSWER) === undefined ? undefined : [path, attributes.at(path)];

/** LiteLLM has the calls of an answer only in the older form, beside messages without content. */
const outputMessages: Reader = (attributes, path) => {
  const found = attributes.at(path);
  const hasOlderForm = numberedItems(attributes.at("gen_ai.completion")) !== undefined;
  return hasOlderForm && isHollow(builtTree(found)) ? undefined : [path, found];
};

function isHollow(messages: unknown): boolean {
  const isContent = (part: unknown) => !isAttributes(part) || (part.content ?? part.name ?? "") !== "";
  return (
    Array.isArray(messages) &&
    messages.every((message) => isAttributes(message) && Array.isArray(message.parts) && !message.parts.some(isContent))
  );
}

/** OpenLLMetry gives a tool of LangChain everything that its callback got. */
const toolArguments: Reader = (attributes, path) => {
  const found = attributes.at(path);
  const isOpenLlmetry = attributes.at("traceloop") !== undefined;
  const tree = isOpenLlmetry && isObjectValue(found) ? builtTree(found) : null;
  if (!isAttributes(tree) || typeof tree.input_str !== "string") return [path, found];
  const sent = isAttributes(tree.inputs) ? tree.inputs : pythonLiteral(tree.input_str);
  return [path, sent ?? tree.input_str];
};

/** OpenInference wraps each prompt and completion that is a text alone: `{prompt: {text}}`. */
const texts: Reader = (attributes, path) => {
  const items = builtTree(numberedItems(attributes.at(path)));
  const textOf = (item: unknown): unknown => {
    const inner = isAttributes(item) ? (item.prompt ?? item.completion) : undefined;
    return isAttributes(inner) ? inner.text : item;
  };
  return [path, Array.isArray(items) ? items.map(textOf) : items];
};

/** Sentry has the text of an answer and its calls of tools as two attributes, each a list. */
const answerInParts: Reader = (attributes, path) => {
  const [text, calls] = ["text", "tool_calls"].map((name) => builtTree(attributes.at(`${path}.${name}`)));
  if (text === undefined && calls === undefined) return undefined;
  const message = Object.assign(emptyAttributes(), { role: "assistant", content: text ?? null });
  if (Array.isArray(calls)) message.tool_calls = calls;
  return ["gen_ai.output.messages", [message]];
};

/** A search finds records, the other operations of a memory are given them. */
const records =
  (isFound: boolean): Reader =>
  (attributes, path) =>
    (attributes.at("gen_ai.operation.name") === "search_memory") === isFound ? [path, attributes.at(path)] : undefined;

/** CrewAI names the task of an agent in its result, and LlamaIndex prints what a workflow starts with beside its state. */
const programInput: Reader = (attributes, path) => {
  const found = attributes.at(path);
  const isTask = attributes.at("task_key") !== undefined;
  if (!isObjectValue(found) || !(isTask || attributes.at(`${path}.init_state`) !== undefined)) return [path, found];
  const tree = builtTree(found);
  if (!isAttributes(tree)) return [path, found];
  if (typeof tree.start_event === "string") return ["start_event", printedObject(tree.start_event) ?? tree.start_event];
  const task = isTask ? attributes.at("output.value.description") : undefined;
  return [path, typeof task === "string" ? Object.assign(emptyAttributes(), { task }, tree) : tree];
};

/** The tasks of a crew, in their words. */
const crewTasks: Reader = (attributes, path) => {
  const tasks = builtTree(attributes.at(path));
  const texts = (Array.isArray(tasks) ? tasks : []).flatMap((task) =>
    isAttributes(task) && typeof task.description === "string" ? [task.description] : [],
  );
  return texts.length === 1 ? ["task", texts[0]] : ["tasks", texts];
};

/** Logfire's newer releases write the model alone, beside messages. */
const requestData: Reader = (attributes, path) => {
  const found = attributes.at(path);
  const tree = isObjectValue(found) ? builtTree(found) : null;
  const isBare = isAttributes(tree) && Object.keys(tree).every((name) => name === "model");
  return isBare ? undefined : [path, found];
};

const INPUT_READERS: Readonly<Record<string, Reader>> = {
  "gen_ai.tool.call.arguments": toolArguments,
  "llm.input_messages": askedMessages,
  "pydantic_ai.all_messages": asked,
  all_messages_events: asked,
  events: asked,
  "gen_ai.prompt": sentOrNumbered,
  "ai.values": withoutQuotes,
  "ai.value": withoutQuotes,
  "langfuse.observation.input": list,
  "langfuse.trace.input": list,
  "gen_ai.memory.records": records(false),
  "input.value": programInput,
  "llm.prompts": texts,
  crew_tasks: crewTasks,
  request_data: requestData,
  input: withoutType,
};

const OUTPUT_READERS: Readonly<Record<string, Reader>> = {
  "gen_ai.output.messages": outputMessages,
  "llm.output_messages": unwrapped,
  "pydantic_ai.all_messages": answered,
  all_messages_events: answered,
  events: answered,
  "ai.response": answer,
  "gen_ai.response": answerInParts,
  "llm.choices": texts,
  "gen_ai.completion": sentOrNumbered,
  "gen_ai.memory.records": records(true),
  "retrieval.documents": unwrapped,
  "reranker.output_documents": unwrapped,
  "langfuse.observation.output": list,
  "langfuse.trace.output": list,
  output: withoutType,
};

/** An object is returned as is; anything else is returned under its name. */
function asObject([name, found]: Named): unknown {
  if (isObjectValue(found)) return found;
  const payload = emptyAttributes();
  payload[name] = found;
  return payload;
}

class PayloadReader {
  readonly #attributes: AttributeSource;
  readonly #readers: Readonly<Record<string, Reader>>;
  /** The first payload that is there and empty: it counts where there is no other. */
  #empty: Named | undefined;

  constructor(attributes: AttributeSource, readers: Readonly<Record<string, Reader>>) {
    this.#attributes = attributes;
    this.#readers = readers;
  }

  get empty(): Named | undefined {
    return this.#empty;
  }

  first(paths: PathList): Named | undefined {
    for (const path of paths) {
      const found = (this.#readers[path] ?? value)(this.#attributes, path);
      if (found === undefined || found[1] === undefined || found[1] === null) continue;
      if (!isEmptyValue(found[1])) return found;
      this.#empty ??= found;
    }
    return undefined;
  }
}

function withBeside(inputs: unknown, attributes: AttributeSource, { beside }: SpanTable): unknown {
  let added: Attributes | null = null;
  for (const [name, paths] of beside) {
    const found = firstAttribute(attributes, paths);
    if (found === undefined) continue;
    added ??= emptyAttributes();
    added[name] = name === "tools" ? (unwrappedMessages(numberedItems(found)) ?? found) : found;
  }
  return added === null ? inputs : Object.assign(added, builtTree(inputs));
}

/** Returns what a span's call was given and returned. */
export function spanPayload(span: Span, table: SpanTable, isTool: boolean): SpanPayload {
  const { attributes, events } = span;
  const inputs = new PayloadReader(attributes, INPUT_READERS);
  const outputs = new PayloadReader(attributes, OUTPUT_READERS);
  let input = inputs.first(table.inputs.arguments);
  let output = outputs.first(table.outputs.result);
  const messages = input === undefined ? inputs.first(table.inputs.messages) : undefined;
  input ??= messages ?? inputs.first(table.inputs.query);
  output ??= outputs.first(table.outputs.messages) ?? outputs.first(table.outputs.documents);
  const sent = events.length === 0 ? null : isTool ? toolFromEvents(events) : messagesFromEvents(events);
  const given = input ? asObject(input) : sent?.inputs;
  const rawInput = given === undefined ? (inputs.first(table.inputs.raw) ?? inputs.empty) : undefined;
  const returned = output ? asObject(output) : sent?.output;
  const rawOutput = returned === undefined ? (outputs.first(table.outputs.raw) ?? outputs.empty) : undefined;
  return {
    inputs: messages ? withBeside(given, attributes, table) : (given ?? (rawInput && asObject(rawInput))),
    output: returned ?? (rawOutput && asObject(rawOutput)),
  };
}

import { IS_FIRST_SQL } from "@/service/traces/store/calls/visible-calls";

/** The lists of a conversation: chat completions and messages, then responses, then contents. */
const CONVERSATIONS = ["messages", "input", "contents", "gen_ai.input.messages"];

const listAt = (column: string, name: string) => `JSONExtractArrayRaw(${column}, '${name}')`;

/** The newest message that is not the model's own or an instruction. */
const IS_ASKED =
  "JSONExtractString(x, 'role') IN ('user', 'tool', 'function') OR JSONExtractString(x, 'type') = 'function_call_output'";

/** The first list that is not empty. */
function firstOf(lists: readonly string[]): string {
  return lists.reduceRight((rest, list) => `if(notEmpty(${list}), ${list}, ${rest})`, "CAST([], 'Array(String)')");
}

const CHOICE = "JSONExtractRaw(call_rows.output, 'choices', 1, 'message')";

/** Parts of an answer that are tool calls: members of it, or entries of its content by their type. */
const TOOL_CALLS = firstOf([
  "JSONExtractArrayRaw(call_rows.output, 'choices', 1, 'message', 'tool_calls')",
  listAt("call_rows.output", "tool_calls"),
  `arrayFilter(x -> JSONExtractString(x, 'type') = 'tool_use', ${listAt("call_rows.output", "content")})`,
  `arrayFilter(x -> JSONExtractString(x, 'type') = 'function_call', ${listAt("call_rows.output", "output")})`,
]);

const isLong = (column: string) => `length(call_rows.${column}) > {readBytes:UInt32}`;

/** Both sides of a call: whole where they are short, else their beginning and their end. */
const SIDES = ["inputs", "output"].flatMap((column) => [
  `if(${isLong(column)}, '', call_rows.${column}) AS ${column}Whole`,
  `if(${isLong(column)}, substringUTF8(call_rows.${column}, 1, {headLength:UInt32}), '') AS ${column}Head`,
  `if(${isLong(column)}, substringUTF8(call_rows.${column}, -{tailLength:Int32}), '') AS ${column}Tail`,
]);

/**
 * SQL for what a call is read from. Of long values, the engine finds what a model was asked last and what it answered: a
 * long conversation repeats its system prompt in the first characters of every call.
 */
export const MESSAGE_COLUMNS = `trace_id AS traceId, ${IS_FIRST_SQL} AS isFirst, ${SIDES.join(", ")},
  if(NOT ${isLong("inputs")}, '', substringUTF8(arrayLast(x -> ${IS_ASKED}, ${firstOf(CONVERSATIONS.map((name) => listAt("call_rows.inputs", name)))}), 1, {length:UInt32})) AS lastMessage,
  if(NOT ${isLong("output")}, '', substringUTF8(${CHOICE}, 1, {length:UInt32})) AS answer,
  if(NOT ${isLong("output")} OR empty(${TOOL_CALLS} AS toolList), '', substringUTF8(concat('[', arrayStringConcat(toolList, ','), ']'), 1, {length:UInt32})) AS toolCalls`;

export const NO_MESSAGES = [
  "traceId",
  "inputsWhole",
  "outputWhole",
  "inputsHead",
  "outputHead",
  "inputsTail",
  "outputTail",
]
  .concat("lastMessage", "answer", "toolCalls")
  .map((name) => `'' AS ${name}`)
  .concat("0 AS isFirst")
  .join(", ");

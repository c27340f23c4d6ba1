/** The lists of a conversation: chat completions and messages, then responses, then contents. */
const CONVERSATIONS = ["messages", "input", "contents"];

const listAt = (column: string, name: string) => `JSONExtractArrayRaw(${column}, '${name}')`;

/** The newest message that is not the model's own or an instruction. */
const IS_ASKED =
  "JSONExtractString(x, 'role') IN ('user', 'tool', 'function') OR JSONExtractString(x, 'type') = 'function_call_output'";

/** The first list that is not empty. */
function firstOf(lists: readonly string[]): string {
  return lists.reduceRight((rest, list) => `if(notEmpty(${list}), ${list}, ${rest})`, "CAST([], 'Array(String)')");
}

const CHOICE = "JSONExtractRaw(output, 'choices', 1, 'message')";

/** Parts of an answer that are tool calls: members of it, or entries of its content by their type. */
const TOOL_CALLS = firstOf([
  "JSONExtractArrayRaw(output, 'choices', 1, 'message', 'tool_calls')",
  listAt("output", "tool_calls"),
  `arrayFilter(x -> JSONExtractString(x, 'type') = 'tool_use', ${listAt("output", "content")})`,
  `arrayFilter(x -> JSONExtractString(x, 'type') = 'function_call', ${listAt("output", "output")})`,
]);

/**
 * SQL for what a model was asked last and what it answered, cut in the engine: a long conversation repeats its system
 * prompt in the first characters of every call.
 */
export const MESSAGE_COLUMNS = `
  substringUTF8(arrayLast(x -> ${IS_ASKED}, ${firstOf(CONVERSATIONS.map((name) => listAt("inputs", name)))}), 1, {length:UInt32}) AS lastMessage,
  substringUTF8(${CHOICE}, 1, {length:UInt32}) AS answer,
  if(empty(${TOOL_CALLS} AS toolList), '', substringUTF8(concat('[', arrayStringConcat(toolList, ','), ']'), 1, {length:UInt32})) AS toolCalls`;

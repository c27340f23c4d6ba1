import { ANSWER_PROBLEMS } from "@/lib/api/contract/issues/issues";

const [TRUNCATED, EMPTY] = ANSWER_PROBLEMS;

/** Members in which clients name why a model stopped, with the values that say that it ran out of tokens. */
const STOPPED_BY_LIMIT = String.raw`"(?:[\w.]*\.)?(?:(?:native_)?finish_reason|finishReason|stop_reason|stopReason|done_reason)"\s*:\s*"(?:FinishReason\.)?(?i:length|max_tokens|model_length)"`;
/** The Responses API names it elsewhere. */
const INCOMPLETE = String.raw`"incomplete_details"\s*:\s*\{\s*"reason"\s*:\s*"max_output_tokens"`;
/** Spans name it in an attribute. Quotes inside of texts are escaped in JSON, so that a text never matches. */
const OF_SPAN = String.raw`"gen_ai\.response\.finish_reasons"\s*:\s*\[[^\]]*"(?i:length|max_tokens)"`;

const literal = (expression: string) => `'${expression.replaceAll("\\", "\\\\")}'`;

const IS_TRUNCATED_SQL = `(match(output, ${literal(STOPPED_BY_LIMIT)}) OR match(output, ${literal(INCOMPLETE)})
  OR (position(attributes, 'finish_reasons') > 0 AND match(attributes, ${literal(OF_SPAN)})))`;

/** An answer of a model that says nothing: neither text, nor a tool call, a refusal or sound. */
const IS_EMPTY_SQL = `(output = '""' OR (JSONLength(output, 'choices') > 0
  AND JSONExtractString(output, 'choices', 1, 'message', 'content') = ''
  AND JSONLength(output, 'choices', 1, 'message', 'content') = 0
  AND JSONLength(output, 'choices', 1, 'message', 'tool_calls') = 0
  AND NOT JSONHas(output, 'choices', 1, 'delta')
  AND JSONExtractString(output, 'choices', 1, 'text') = ''
  AND JSONExtractString(output, 'choices', 1, 'message', 'refusal') = ''
  AND JSONExtractRaw(output, 'choices', 1, 'message', 'function_call') IN ('', 'null')
  AND JSONExtractRaw(output, 'choices', 1, 'message', 'audio') IN ('', 'null'))
  OR (JSONExtractString(output, 'role') = 'assistant' AND JSONType(output, 'content') = 'Array' AND JSONLength(output, 'content') = 0))`;

/** SQL of the calls whose answers are looked at: they succeeded, and report tokens of a model. */
export const HAS_ANSWER_SQL = "status = 'success' AND notEmpty(model_tokens)";

/** SQL of what is wrong with the answer of a call, one of `ANSWER_PROBLEMS`; empty for nothing. */
export const ANSWER_PROBLEM_SQL = `multiIf(NOT (${HAS_ANSWER_SQL}), '', ${IS_TRUNCATED_SQL}, '${TRUNCATED}', ${IS_EMPTY_SQL}, '${EMPTY}', '')`;

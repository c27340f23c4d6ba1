import { expect, it } from "vitest";
import { refusalOf } from "./refusal";

it.each([
  ["Error code: 429 - {'error': {'type': 'rate_limit_error', 'message': \"…\"}}", "rate limit"],
  ["openai.RateLimitError: Error code: 429 - {'error': {'code': 'insufficient_quota'}}", "quota"],
  ["HTTP 429", "rate limit"],
  ["ThrottlingException: …", "rate limit"],
  ["… RESOURCE_EXHAUSTED", "rate limit"],
  ["Error code: 400 - {'error': {'type': 'content_filter', 'message': \"…\"}}", "content filter"],
  ["litellm.ContentPolicyViolationError: …", "content filter"],
  ["Error code: 529 - {'type': 'error', 'error': {'type': 'overloaded_error'}}", "overloaded"],
  ["TimeoutError: … did not answer within … s", null],
  ["KeyError: '…'", null],
  ["expected status 200, got HTTP 500", null],
  ["seat … of 429", null],
])("reads in %j why it was refused: %s", (pattern, refusal) => {
  expect(refusalOf({ kind: "exception", pattern })).toBe(refusal);
  expect(refusalOf({ kind: "score", pattern })).toBeNull();
});

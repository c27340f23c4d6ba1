import { expect, it } from "vitest";
import { pythonLiteral } from "./python-literal";

it.each([
  ["{'audio': 0, 'cache_read': 1000}", { audio: 0, cache_read: 1000 }],
  ["{'a': None, 'b': [True, False, (1, -2.5e3)]}", { a: null, b: [true, false, [1, -2500]] }],
  [
    "Usage(completion_tokens=345, details=Details(reasoning_tokens=200, audio=None))",
    { completion_tokens: 345, details: { reasoning_tokens: 200, audio: null } },
  ],
  [`{'it\\'s': "a \\u00fc \\"q\\"\\n"}`, { "it's": 'a ü "q"\n' }],
  ["{'__proto__': 1, 'a': {}}", JSON.parse('{"__proto__": 1, "a": {}}')],
  ["[]", []],
])("reads what Python printed: %s", (text, value) => {
  expect(JSON.stringify(pythonLiteral(text))).toBe(JSON.stringify(value));
});

it.each([
  "",
  "{",
  "{'a': 1",
  "{'a' 1}",
  "[1 2]",
  "<object at 0x7f>",
  "{'a': <MessageRole.USER: 'user'>}",
  "__import__('os')",
  "1 and more",
  "[".repeat(10_000),
])("is undefined for any other text: %s", (text) => {
  expect(pythonLiteral(text)).toBeUndefined();
});

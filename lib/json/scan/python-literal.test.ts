import { expect, it } from "vitest";
import { printedObject, pythonLiteral } from "./python-literal";

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
  [`{'role': <Role.USER: 'user'>, 'of': <class 'str'>}`, { role: "user", of: "<class 'str'>" }],
  ["Run(id=UUID('3f'), at=date(2026, 11, 28), tags=set())", { id: "3f", at: [2026, 11, 28], tags: {} }],
])("reads what Python printed: %s", (text, value) => {
  expect(JSON.stringify(pythonLiteral(text))).toBe(JSON.stringify(value));
});

it.each([
  "",
  "{",
  "{'a': 1",
  "{'a' 1}",
  "[1 2]",
  "a < b",
  "{'a': <'b'",
  "__import__('os')",
  "1 and more",
  "[".repeat(10_000),
])("is undefined for any other text: %s", (text) => {
  expect(pythonLiteral(text)).toBeUndefined();
});

it.each([
  ["Message(role=<Role.USER: 'user'>, parts=[Text(text='Hi')])", { role: "user", parts: [{ text: "Hi" }] }],
  ["Message(parts=[Text(text='It is 18 °C')]), st...", undefined],
  ["Stop(result=Message(parts=[Text(text='It is 18 °C')]), st...", { result: { parts: [{ text: "It is 18 °C" }] } }],
  ["Stop(result=Message(parts=[Text(text='It is 1...", { result: { parts: [{ text: "It is 1" }] } }],
  ["Stop(a={'b': [1, 2, ...", { a: { b: [1, 2] } }],
  ["Stop(a=None, b=", { a: null }],
  ["Stop(a=1, c='\\", { a: 1, c: "" }],
  ["Stop()", {}],
  ["Stop()!", undefined],
  ["Stop(a b...", undefined],
  ["Stop is a word (a=1)", undefined],
  ["f(a=1)", undefined],
])("reads the members of a printed object that may be cut: %s", (text, value) => {
  expect(JSON.stringify(printedObject(text))).toBe(JSON.stringify(value));
});

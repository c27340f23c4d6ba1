import { expect, test } from "vitest";
import type { Kind } from "@/lib/calls/call-kind";
import { type Deed, deedOf } from "./prepare-deed";

function deed(kind: Kind, inputs: unknown, output: unknown): Deed {
  const [given, made] = [JSON.stringify(inputs), JSON.stringify(output)];
  return deedOf(kind, { inputs: given, output: made, inputsLength: given.length, outputLength: made.length });
}

const answer = (message: Record<string, unknown>) => ({ choices: [{ message: { role: "assistant", ...message } }] });
const request = (name: string, given: string, id: string) => ({
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: given } }],
});

test("takes the tools that a model asked for as its action, whatever their ids and the order of arguments", () => {
  const one = deed("llm", {}, answer(request("book", '{"to": "SEA", "from": "JFK"}', "call_1")));
  const other = deed("llm", {}, answer(request("book", '{"from":"JFK","to":"SEA"}', "call_2")));
  expect(one.action).toBe(other.action);
  expect(one.hint).toBe("call book");
  expect(deed("llm", {}, answer(request("book", '{"to":"LAX","from":"JFK"}', "x"))).action).not.toBe(one.action);
});

test("takes other words of a model for the same action", () => {
  const [one, other] = [
    deed("llm", { a: 1 }, answer({ content: "Yes." })),
    deed("llm", { a: 2 }, answer({ content: "No." })),
  ];
  expect(one.action).toBe(other.action);
  expect(one.wording).not.toBe(other.wording);
  expect(one.hint).toBe("Yes.");
});

test("takes what a tool was given as its action and its result as wording", () => {
  const [one, other] = [deed("tool", { seat: 1 }, "free"), deed("tool", { seat: 1 }, "taken")];
  expect(one.action).toBe(other.action);
  expect(one.wording).not.toBe(other.wording);
});

test("takes prose of other calls as wording and their data as action", () => {
  const [one, other] = [deed("op", { message: "Hi" }, "Hello"), deed("op", { message: "Good day" }, "Hello")];
  expect(one.action).toBe(other.action);
  expect(one.wording).not.toBe(other.wording);
  expect(deed("eval", {}, { reward: 0, ok: 1 }).action).not.toBe(deed("eval", {}, { reward: 1, ok: 1 }).action);
});

test("knows when it has not read everything", () => {
  const start = { inputs: "{}", output: '"abc', inputsLength: 2, outputLength: 900 };
  expect(deedOf("llm", start).isCut).toBe(true);
  expect(deedOf("tool", { ...start, output: '"abc"', outputLength: 5 }).isCut).toBe(false);
});

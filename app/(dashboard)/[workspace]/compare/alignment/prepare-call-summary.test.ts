import { expect, test } from "vitest";
import type { Kind } from "@/lib/calls/call-kind";
import { type CallSummary, summaryOf } from "./prepare-call-summary";

function summary(kind: Kind, inputs: unknown, output: unknown): CallSummary {
  const [given, made] = [JSON.stringify(inputs), JSON.stringify(output)];
  return summaryOf(kind, { inputs: given, output: made, inputsLength: given.length, outputLength: made.length });
}

const answer = (message: Record<string, unknown>) => ({ choices: [{ message: { role: "assistant", ...message } }] });
const request = (name: string, given: string, id: string) => ({
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: given } }],
});

test("uses the tool calls of a model as its action, whatever their ids and the order of arguments", () => {
  const one = summary("llm", {}, answer(request("book", '{"to": "SEA", "from": "JFK"}', "call_1")));
  const other = summary("llm", {}, answer(request("book", '{"from":"JFK","to":"SEA"}', "call_2")));
  expect(one.action).toBe(other.action);
  expect(one.hint).toBe("call book");
  expect(summary("llm", {}, answer(request("book", '{"to":"LAX","from":"JFK"}', "x"))).action).not.toBe(one.action);
});

test("gives different texts of a model the same action", () => {
  const [one, other] = [
    summary("llm", { a: 1 }, answer({ content: "Yes." })),
    summary("llm", { a: 2 }, answer({ content: "No." })),
  ];
  expect(one.action).toBe(other.action);
  expect(one.wording).not.toBe(other.wording);
  expect(one.hint).toBe("Yes.");
});

test("uses the inputs of a tool as its action and its result as wording", () => {
  const [one, other] = [summary("tool", { seat: 1 }, "free"), summary("tool", { seat: 1 }, "taken")];
  expect(one.action).toBe(other.action);
  expect(one.wording).not.toBe(other.wording);
});

test("uses text of other calls as wording and their data as action", () => {
  const [one, other] = [summary("op", { message: "Hi" }, "Hello"), summary("op", { message: "Good day" }, "Hello")];
  expect(one.action).toBe(other.action);
  expect(one.wording).not.toBe(other.wording);
  expect(summary("eval", {}, { reward: 0, ok: 1 }).action).not.toBe(summary("eval", {}, { reward: 1, ok: 1 }).action);
});

test("reports when it has not read everything", () => {
  const start = { inputs: "{}", output: '"abc', inputsLength: 2, outputLength: 900 };
  expect(summaryOf("llm", start).isCut).toBe(true);
  expect(summaryOf("tool", { ...start, output: '"abc"', outputLength: 5 }).isCut).toBe(false);
});

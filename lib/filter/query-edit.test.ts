import { describe, expect, it } from "vitest";
import { fieldValueOf, onlyValue, withoutValue, withTerm } from "./query-edit";

const chat = { field: "op", value: "chat" };

describe("only a value", () => {
  it.each([
    ["", "op:chat"],
    ["status:error", "status:error op:chat"],
    ["op:chat,turn status:error", "op:chat status:error"],
    ["op:turn", "op:chat"],
    ["-op:chat", "op:chat"],
    ["-op:chat,turn", "-op:turn op:chat"],
    ["op:~cha", "op:~cha op:chat"],
    ["op:chat", "op:chat"],
  ])("of %j is %j", (query, expected) => expect(onlyValue(query, chat)).toBe(expected));
});

describe("without a value", () => {
  it.each([
    ["", "-op:chat"],
    ["op:chat", "-op:chat"],
    ["op:chat,turn x", "op:turn x -op:chat"],
    ["-op:turn", "-op:turn,chat"],
    ["-op:chat", "-op:chat"],
  ])("%j is %j", (query, expected) => expect(withoutValue(query, chat)).toBe(expected));
});

it("keeps unreadable text", () => {
  expect(onlyValue('"open op:turn', chat)).toBe('"open op:turn op:chat');
});

it("writes fields and values so that they are read back", () => {
  const odd = { field: "inputs.a:b", value: 'say "hi"' };
  expect(fieldValueOf(onlyValue("", odd))).toEqual(odd);
  expect(fieldValueOf("latency:>2s")).toBeNull();
  expect(fieldValueOf("words")).toBeNull();
});

it("puts a text in place of a term, or after the others", () => {
  expect(withTerm("a op:b c", "op:x", { text: "op:b", start: 2 })).toBe("a op:x c");
  expect(withTerm("a", "op:x", null)).toBe("a op:x");
});

import { describe, expect, it } from "vitest";
import { draftMessageText, newDraft, newMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { parseRowAddress, readRow } from "./read-row";

const shown = (val: unknown, draft = newDraft()) => {
  const filled = readRow(val)?.fill(draft);
  return filled?.messages.map((message) => [message.role, draftMessageText(message)]);
};

describe("a row of a table", () => {
  it("becomes the request of its call if it was created from a model call", () => {
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
    ];
    const row = { call_id: "c1", inputs: { model: "gpt-4o", messages, temperature: 0.2 }, output: null };
    const filled = readRow(row)?.fill(newDraft());
    expect(filled).toMatchObject({ callId: "c1", parameters: { temperature: "0.2" } });
    expect(filled?.columns[0]?.model).toContain("gpt-4o");
    expect(shown(row)).toEqual([
      ["system", "Be brief."],
      ["user", "Hello"],
    ]);
  });

  it("becomes the request that it contains", () => {
    expect(shown({ messages: [{ role: "user", content: "Hi" }] })).toEqual([["user", "Hi"]]);
  });

  it("becomes a user message after the system prompt, and values of variables", () => {
    const draft = { ...newDraft(), messages: [newMessage("system", "You book flights."), newMessage("user", "Old")] };
    const row = { call_id: "t1", inputs: { message: "Cancel BTBM5E", agent: "weave:///e/p/object/a:1", seats: 2 } };
    const filled = readRow(row)?.fill(draft);
    expect(shown(row, draft)).toEqual([
      ["system", "You book flights."],
      ["user", "Cancel BTBM5E"],
    ]);
    expect(filled?.variables).toMatchObject({ message: "Cancel BTBM5E", seats: "2" });
    expect(filled?.callId).toBe("t1");
  });

  it("only sets variables if messages use them", () => {
    const draft = { ...newDraft(), messages: [newMessage("user", "Say {{question}} politely")] };
    expect(shown({ question: "Why?" }, draft)).toEqual([["user", "Say {{question}} politely"]]);
    expect(readRow({ question: "Why?" })?.fill(draft).variables).toEqual({ question: "Why?" });
  });

  it("cannot be opened without members", () => {
    expect([readRow({}), readRow(null), readRow("text"), readRow({ a: null })]).toEqual([null, null, null, null]);
  });
});

it.each([
  ["t1:r1", { table: "t1", row: "r1" }],
  ["t1", null],
  [":r1", null],
  ["t1:", null],
  ["a:b:c", null],
])("reads the address of a row in %s", (text, address) => {
  expect(parseRowAddress(text)).toEqual(address);
});

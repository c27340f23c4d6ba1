import { describe, expect, it } from "vitest";
import { readConversation, readMessages } from "@/lib/chat/read-messages";
import { canonicalText, type KnownMessages, newMessages } from "./new-messages";

const knownMessages = (messages: readonly unknown[], answer?: unknown): KnownMessages => ({
  input: readMessages({ messages }),
  output: answer === undefined ? [] : readConversation({}, { choices: [{ message: answer }] }).output,
});
const user = (content: string) => ({ role: "user", content });
const messageOf = (content: string) => ({ role: "assistant", content });
const texts = ({ messages }: ReturnType<typeof newMessages>) =>
  messages.map((message) => message.parts.map((part) => ("text" in part ? part.text : part.kind)).join());

describe("the new messages of a call", () => {
  it("omits the history that it repeats", () => {
    const first = knownMessages([{ role: "system", content: "Be kind." }, user("Hi")], messageOf("Hello"));
    const second = knownMessages(
      [{ role: "system", content: "Be kind." }, user("Hi"), messageOf("Hello"), user("Book it")],
      messageOf("Done"),
    );
    const added = newMessages(second, [first], []);
    expect(texts(added)).toEqual(["Book it", "Done"]);
    expect(added.repeatedCount).toBe(3);
  });

  it("recognizes an answer without its reasoning and with arguments as an object", () => {
    const request = {
      role: "assistant",
      content: null,
      reasoning_content: "Hm.",
      tool_calls: [{ id: "c1", function: { name: "find", arguments: '{"day": 1}' } }],
    };
    const again = { role: "assistant", tool_calls: [{ id: "c1", function: { name: "find", arguments: { day: 1 } } }] };
    const second = knownMessages([user("Hi"), again, user("Well?")]);
    expect(texts(newMessages(second, [knownMessages([user("Hi")], request)], []))).toEqual(["Well?"]);
  });

  it("is everything where the history belongs to another agent", () => {
    const other = knownMessages([user("Weather?")], messageOf("Rain"));
    expect(texts(newMessages(knownMessages([user("Hi")], messageOf("Hello")), [other], []))).toEqual(["Hi", "Hello"]);
  });

  it("follows the history that it repeats, of two", () => {
    const mine = knownMessages([user("Hi")], messageOf("Hello"));
    const other = knownMessages([user("Weather?")], messageOf("Rain"));
    const next = knownMessages([user("Hi"), messageOf("Hello"), user("Go on")]);
    expect(texts(newMessages(next, [other, mine], []))).toEqual(["Go on"]);
  });

  it("continues where a window has dropped the beginning", () => {
    const first = knownMessages([user("1"), messageOf("2"), user("3")], messageOf("4"));
    expect(
      texts(newMessages(knownMessages([user("3"), messageOf("4"), user("5")], messageOf("6")), [first], [])),
    ).toEqual(["5", "6"]);
  });

  it("shows repeated messages within one conversation twice", () => {
    const first = knownMessages([user("yes")], messageOf("Sure?"));
    expect(texts(newMessages(knownMessages([user("yes"), messageOf("Sure?"), user("yes")]), [first], []))).toEqual([
      "yes",
    ]);
  });

  it("assigns results to their tool calls, each to one", () => {
    const result = (value: string) => ({ role: "tool", tool_call_id: value, content: value });
    const step = knownMessages([result('{"a": 1}'), result("same"), result("same")]);
    const tools = [
      { name: "find", result: canonicalText({ a: 1 }) },
      { name: "find", result: "same" },
    ];
    expect(newMessages(step, [], tools).messages).toHaveLength(1);
    expect(newMessages(step, [], [{ name: "other", result: "another" }]).messages).toHaveLength(3);
    expect(newMessages(step, [], []).messages).toHaveLength(3);
  });

  it("matches a tool call by its request where the model received another result", () => {
    const question = { role: "assistant", tool_calls: [{ id: "c1", function: { name: "change", arguments: "{}" } }] };
    const step = knownMessages([question, { role: "tool", tool_call_id: "c1", content: "Error: it failed" }]);
    const history = knownMessages([], question);
    expect(newMessages(step, [history], [{ name: "change", result: "null" }]).messages).toEqual([]);
  });
});

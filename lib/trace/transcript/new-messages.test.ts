import { describe, expect, it } from "vitest";
import { readConversation, readMessages } from "@/lib/chat/read-messages";
import { canonicalText, type KnownMessages, newMessages } from "./new-messages";

const told = (messages: readonly unknown[], answer?: unknown): KnownMessages => ({
  input: readMessages({ messages }),
  output: answer === undefined ? [] : readConversation({}, { choices: [{ message: answer }] }).output,
});
const user = (content: string) => ({ role: "user", content });
const said = (content: string) => ({ role: "assistant", content });
const texts = ({ messages }: ReturnType<typeof newMessages>) =>
  messages.map((message) => message.parts.map((part) => ("text" in part ? part.text : part.kind)).join());

describe("the new messages of a call", () => {
  it("omits the history that it repeats", () => {
    const first = told([{ role: "system", content: "Be kind." }, user("Hi")], said("Hello"));
    const second = told(
      [{ role: "system", content: "Be kind." }, user("Hi"), said("Hello"), user("Book it")],
      said("Done"),
    );
    const added = newMessages(second, [first], []);
    expect(texts(added)).toEqual(["Book it", "Done"]);
    expect(added.repeatedCount).toBe(3);
  });

  it("recognizes an answer without its reasoning and with arguments as an object", () => {
    const asked = {
      role: "assistant",
      content: null,
      reasoning_content: "Hm.",
      tool_calls: [{ id: "c1", function: { name: "find", arguments: '{"day": 1}' } }],
    };
    const again = { role: "assistant", tool_calls: [{ id: "c1", function: { name: "find", arguments: { day: 1 } } }] };
    const second = told([user("Hi"), again, user("Well?")]);
    expect(texts(newMessages(second, [told([user("Hi")], asked)], []))).toEqual(["Well?"]);
  });

  it("is everything where the history belongs to another agent", () => {
    const other = told([user("Weather?")], said("Rain"));
    expect(texts(newMessages(told([user("Hi")], said("Hello")), [other], []))).toEqual(["Hi", "Hello"]);
  });

  it("follows the history that it repeats, of two", () => {
    const mine = told([user("Hi")], said("Hello"));
    const other = told([user("Weather?")], said("Rain"));
    const next = told([user("Hi"), said("Hello"), user("Go on")]);
    expect(texts(newMessages(next, [other, mine], []))).toEqual(["Go on"]);
  });

  it("continues where a window has dropped the beginning", () => {
    const first = told([user("1"), said("2"), user("3")], said("4"));
    expect(texts(newMessages(told([user("3"), said("4"), user("5")], said("6")), [first], []))).toEqual(["5", "6"]);
  });

  it("shows repeated messages within one conversation twice", () => {
    const first = told([user("yes")], said("Sure?"));
    expect(texts(newMessages(told([user("yes"), said("Sure?"), user("yes")]), [first], []))).toEqual(["yes"]);
  });

  it("assigns results to their tool calls, each to one", () => {
    const result = (value: string) => ({ role: "tool", tool_call_id: value, content: value });
    const step = told([result('{"a": 1}'), result("same"), result("same")]);
    const tools = [
      { name: "find", result: canonicalText({ a: 1 }) },
      { name: "find", result: "same" },
    ];
    expect(newMessages(step, [], tools).messages).toHaveLength(1);
    expect(newMessages(step, [], [{ name: "other", result: "another" }]).messages).toHaveLength(3);
    expect(newMessages(step, [], []).messages).toHaveLength(3);
  });

  it("matches a tool call by its request where the model received another result", () => {
    const asked = { role: "assistant", tool_calls: [{ id: "c1", function: { name: "change", arguments: "{}" } }] };
    const step = told([asked, { role: "tool", tool_call_id: "c1", content: "Error: it failed" }]);
    const history = told([], asked);
    expect(newMessages(step, [history], [{ name: "change", result: "null" }]).messages).toEqual([]);
  });
});

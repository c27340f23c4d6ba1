import { describe, expect, it } from "vitest";
import { answeredIn, askedIn, readingOf } from "./reading";

const user = (content: string) => ({ role: "user", content });
const tool = (name: string) => ({ id: name, function: { name, arguments: '{"day":1}' } });

describe("what is asked last", () => {
  it.each([
    [{ messages: [user("One"), { role: "assistant", content: "Yes" }, user("Two")] }, "Two", "user"],
    [{ messages: [user("One"), { role: "tool", content: '{"seats":3}' }] }, '{"seats":3}', "tool"],
    [{ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "u" } }] }] }, "[image]", "user"],
    [{ question: "Why?", limit: 3, a: 1, b: 2 }, "Why?", null],
    [{ messages: [{ role: "assistant", content: "Hi" }] }, undefined, undefined],
    [{ messages: [{ role: "tool", content: { result: "grey" } }] }, "grey", "tool"],
    [{ input: ["Bags", "Seats"], model: "m" }, "Bags\nSeats", null],
    [{ n: 1, rows: [2] }, undefined, undefined],
  ])("in %j is %j", (inputs, text, role) => {
    const asked = askedIn(inputs);
    expect([asked?.text, asked?.role]).toEqual([text, role]);
  });
});

describe("what is answered", () => {
  it("is the tools that the answer requests, also beside words", () => {
    const message = { role: "assistant", content: "I look.", tool_calls: [tool("find"), tool("book")] };
    expect(answeredIn({ choices: [{ message }] })).toEqual({
      text: "→ find(1)\n→ book(1)",
      line: "→ find(1), book(1)",
      role: null,
    });
  });

  it("is the words after tools that the provider ran itself", () => {
    const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Two." }] };
    const output = [{ type: "web_search_call", id: "w", action: { query: "HAT170" } }, message];
    expect(answeredIn({ output })?.text).toBe("Two.");
    const parts = [
      { type: "server_tool_call", id: "s", name: "search", server_tool_call: { query: "HAT170" } },
      { type: "server_tool_call_response", id: "s", server_tool_call_response: { hits: 2 } },
      { type: "text", content: "Two." },
    ];
    expect(answeredIn({ "gen_ai.output.messages": [{ role: "assistant", parts }] })?.text).toBe("Two.");
  });

  it("is what was found, the numbers of an embedding, or a refusal", () => {
    const documents = [
      { id: "a", score: 0.9, content: "Bags" },
      { id: "b", score: 0.8 },
    ];
    expect(answeredIn({ "gen_ai.retrieval.documents": documents })?.text).toBe(
      "2 documents\n1. Bags (0.9)\n2. b (0.8)",
    );
    const embedding = Array.from({ length: 1536 }, (_, index) => index / 7);
    expect(answeredIn({ data: [{ embedding }, { embedding }] })?.text).toBe("2 vectors of 1,536 numbers");
    expect(answeredIn({ "ai.embeddings": [JSON.stringify(embedding)] })?.text).toBe("1 vector of 1,536 numbers");
    expect(answeredIn({ data: [{ embedding: embedding.slice(0, 40) }] }, true)?.text).toBe("vectors");
    const refused = readingOf({ prompt: "q" }, { choices: [{ message: { role: "assistant", refusal: "No." } }] });
    expect(refused).toMatchObject({ refusal: "No.", answered: { text: "No." }, asked: { text: "q" } });
  });

  it.each([
    [[{ text: "grey" }]],
    [{ "gen_ai.tool.call.result": [{ type: "text", text: "grey" }] }],
    [{ blocks: [{ text: "grey" }], tool_name: "get_weather", is_error: false }],
  ])("is the text in the parts of a result: %j", (output) => expect(answeredIn(output)?.text).toBe("grey"));

  it.each([[null], [{}], ["<openai.Stream object at 0x7f1c>"], [{ rows: [1, 2], n: 3 }], [[1, 2, 3]]])(
    "is nothing in %j",
    (output) => expect(answeredIn(output)).toBeNull(),
  );
});

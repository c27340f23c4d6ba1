import { describe, expect, it } from "vitest";
import { INJECTED, INJECTIONS } from "@/lib/fence/testing/injections";
import { askQuery, readQueryAnswer } from "./ask-query";
import type { QuestionMessage } from "./query-question";

const question = {
  sentence: "failed searches that took more than two seconds",
  ops: ["search_flights"],
  paths: ["attributes.env"],
  nowMs: Date.parse("2026-11-22T12:00:00Z"),
};

/** A model that gives these answers one after the other, and what it was sent. */
function modelWith(...answers: readonly string[]) {
  const sent: (readonly QuestionMessage[])[] = [];
  const complete = async (messages: readonly QuestionMessage[]) => {
    sent.push(messages);
    return answers[sent.length - 1] ?? "";
  };
  return { sent, complete };
}

describe("a question in words", () => {
  it("becomes the query box's own text", async () => {
    const { sent, complete } = modelWith('{"query": "status:error op:search_flights latency:>2s"}');
    expect(await askQuery(question, complete)).toEqual({
      query: "status:error op:search_flights latency:>2s",
      problems: [],
      attemptCount: 1,
    });
    expect(sent).toHaveLength(1);
  });

  it("is sent with grammar, names and time, and without any value of a call", async () => {
    const { sent, complete } = modelWith('{"query": "status:error"}');
    await askQuery(question, complete);
    const [system, user] = sent[0] ?? [];
    expect(system?.content).toMatch(/^Ops: (<data-\w+>)\["search_flights"\]<\/data-\w+>$/m);
    expect(system?.content).toMatch(/^Paths: (<data-\w+>)\["attributes\.env"\]<\/data-\w+>$/m);
    expect(system?.content).toContain("2026-11-22T12:00:00.000Z");
    expect(user).toEqual({ role: "user", content: question.sentence });
  });

  it("has the names that others wrote between marks that none of them can end", async () => {
    for (const text of INJECTIONS) {
      const { sent, complete } = modelWith('{"query": "status:error"}');
      await askQuery({ ...question, ops: [text], paths: [text] }, complete);
      const [system] = sent[0] ?? [];
      const [, open = "", close = ""] =
        /between (<data-\w+>) and (<\/data-\w+>) is data/.exec(system?.content ?? "") ?? [];
      const [outside = "", ...fenced] = (system?.content ?? "").split(`: ${open}`);
      expect(fenced).toHaveLength(2);
      const others = fenced.map((part) => part.slice(part.indexOf(close) + close.length));
      expect([outside, ...others].filter((part) => part.includes(INJECTED))).toEqual([]);
    }
  });

  it("is asked once more with the parser's errors when the answer is refused", async () => {
    const { sent, complete } = modelWith('{"query": "status:failed price:>1"}', '{"query": "status:error"}');
    expect(await askQuery(question, complete)).toEqual({ query: "status:error", problems: [], attemptCount: 2 });
    expect(sent[1]?.at(-2)).toEqual({ role: "assistant", content: '{"query": "status:failed price:>1"}' });
    expect(sent[1]?.at(-1)?.content).toContain('"status:failed" at 0: no status named failed');
    expect(sent[1]?.at(-1)?.content).toContain('"price:>1" at 14');
  });

  it("keeps a second refused answer with its errors, and asks no third time", async () => {
    const { sent, complete } = modelWith('{"query": "a:1"}', '{"query": "b:1"}', '{"query": "status:ok"}');
    const asked = await askQuery(question, complete);
    expect(asked.query).toBe("b:1");
    expect(asked.problems).toMatchObject([{ text: "b:1", message: expect.stringContaining("no field named b") }]);
    expect(sent).toHaveLength(2);
  });

  it("says when the model answers with something else", async () => {
    const { complete } = modelWith("I cannot help.\nSorry.", "");
    const { query, problems } = await askQuery(question, complete);
    expect(query).toBe("");
    expect(problems[0]?.message).toBe("the model did not answer with a query");
  });

  it("passes a failure of the provider on", async () => {
    const failing = async () => {
      throw new Error("The model fell over");
    };
    await expect(askQuery(question, failing)).rejects.toThrow("The model fell over");
  });
});

describe("the query in an answer", () => {
  it.each([
    ['{"query": "status:error"}', "status:error"],
    ['```json\n{"query": "op:\\"a b\\""}\n```', 'op:"a b"'],
    ['Here it is: {"query": " status:ok "} — good luck', "status:ok"],
    ["<think>{}</think>\nstatus:error", "status:error"],
    ["<think>a<think>b</think> status:error <think>c</think>", "status:error"],
    ["<think>no end", "<think>no end"],
    ["`latency:>2s`", "latency:>2s"],
    ["```\nlatency:>2s\n```", "latency:>2s"],
    ['{"answer": 1}', null],
    ['{"query": ""}', null],
    ["", null],
    ["one line\nand another", null],
  ])("of %j is %j", (answer, query) => {
    expect(readQueryAnswer(answer)).toBe(query);
  });

  it("is found at once in an answer that begins to think again and again", () => {
    const begunAt = performance.now();
    expect(readQueryAnswer("<think>".repeat(300_000))).toContain("<think>");
    // Looking for the end from each of the beginnings takes minutes.
    expect(performance.now() - begunAt).toBeLessThan(5_000);
  });
});

import { describe, expect, it } from "vitest";
import { type Scorer, type ScorerInput, scorer as scorerSchema } from "@/lib/api/contract/evaluation-runs/scorers";
import { compilePattern, pythonPattern } from "./common-pattern";
import type { JudgeRequest } from "./judge";
import { numbersIn } from "./number-within";
import type { BaselineAnswer } from "./pairwise";
import { fillTemplate, templateNames } from "./prompt-template";
import { runScorer } from "./run-scorer";
import { scorerProblems } from "./scorer-problems";

const noJudge = () => Promise.reject(new Error("No judge was expected"));

function score(input: ScorerInput, output: unknown, row: Record<string, unknown> = {}): Promise<unknown> {
  return runScorer(scorerSchema.parse(input), { output, row }, { askJudge: noJudge, baseline: null });
}

const problemsOf = (input: ScorerInput, columns: string[] = []) =>
  scorerProblems(scorerSchema.parse(input), new Set(columns));

describe("the exact scorer", () => {
  const exact = (members: object = {}): ScorerInput => ({
    kind: "exact",
    name: "exact",
    expected: "answer",
    ...members,
  });

  it("has no score for a row without an expected value", async () => {
    expect(await score(exact(), "4", {})).toBeNull();
    expect(await score(exact(), "4", { answer: null })).toBeNull();
    expect(await score(exact(), "", { answer: "" })).toBe(true);
  });

  it("compares after Unicode normalization, and case only when it is told to ignore it", async () => {
    expect(await score(exact(), "Zu\u0308rich ", { answer: "Z\u00fcrich" })).toBe(true);
    expect(await score(exact({ trim: false }), "Paris ", { answer: "Paris" })).toBe(false);
    expect(await score(exact(), "PARIS", { answer: "Paris" })).toBe(false);
    expect(await score(exact({ fold_case: true }), "PARIS", { answer: "Paris" })).toBe(true);
  });

  it("compares objects whatever the order of their members, and reads a text answer as JSON", async () => {
    const row = { answer: { to: "JFK", stops: [1, 2] } };
    expect(await score(exact(), { stops: [1, 2], to: "JFK" }, row)).toBe(true);
    expect(await score(exact(), '{"stops": [1.0, 2], "to": "JFK"}', row)).toBe(true);
    expect(await score(exact(), '{"stops": [2, 1], "to": "JFK"}', row)).toBe(false);
    expect(await score(exact(), "JFK", row)).toBe(false);
    expect(await score(exact(), "42", { answer: 42 })).toBe(true);
  });

  it("reads answer and expected value at a path", async () => {
    const scorer = exact({ answer_path: "flight.to", expected: "expected.to" });
    expect(await score(scorer, '{"flight": {"to": "JFK"}}', { expected: { to: "JFK" } })).toBe(true);
    expect(await score(scorer, "JFK", { expected: { to: "JFK" } })).toBe(false);
  });
});

describe("the contains scorer", () => {
  it("finds any or all of its texts", async () => {
    const contains = (match: "any" | "all"): ScorerInput => ({ kind: "contains", name: "c", texts: ["a", "z"], match });
    expect(await score(contains("any"), "abc")).toBe(true);
    expect(await score(contains("all"), "abc")).toBe(false);
  });

  it("refuses an empty text, which every answer contains", async () => {
    expect(scorerSchema.safeParse({ kind: "contains", name: "c", texts: [""] }).success).toBe(false);
    expect(scorerSchema.safeParse({ kind: "contains", name: "c", texts: [] }).success).toBe(false);
    const ofColumn: ScorerInput = { kind: "contains", name: "c", column: "needed" };
    await expect(score(ofColumn, "abc", { needed: "" })).rejects.toThrow("empty text");
    expect(await score(ofColumn, "abc", {})).toBeNull();
    expect(await score(ofColumn, "abc", { needed: ["x", "b"] })).toBe(true);
  });
});

describe("the regex scorer", () => {
  const regex = (pattern: string, members: object = {}): ScorerInput => ({
    kind: "regex",
    name: "r",
    pattern,
    ...members,
  });

  it("matches the whole answer or a part of it", async () => {
    expect(await score(regex("b+"), "abbc")).toBe(true);
    expect(await score(regex("b+", { match: "whole" }), "abbc")).toBe(false);
    expect(await score(regex("^ABB", { flags: "i" }), "abbc")).toBe(true);
    expect(await score(regex("a.c", { flags: "s" }), "a\nc")).toBe(true);
  });

  it("takes no longer for a pattern that makes other engines backtrack", async () => {
    expect(await score(regex("^(a+)+$"), `${"a".repeat(50_000)}b`)).toBe(false);
    expect(await score(regex("(x+x+)+y"), "x".repeat(20_000))).toBe(false);
  });

  it.each([
    ["(?=a)b", "look-around"],
    ["(?i)a", "no flags inside"],
    ["(a)\\1", "does not mean the same"],
    ["a\\Z", "does not mean the same"],
    ["\\p{L}", "does not mean the same"],
    ["a*+", "possessive"],
    ["[]a]", "escape ]"],
    ["[[:alpha:]]", "escape ["],
    ["(a", "missing closing"],
    ["(?:a{1000}){1000}", "repeat"],
  ])("refuses %s, which Python and JavaScript do not read alike or the engine lacks", (pattern, reason) => {
    expect(problemsOf(regex(pattern))).toEqual([{ member: "pattern", message: expect.stringContaining(reason) }]);
  });

  it("accepts both spellings of a named group, and writes Python's", () => {
    expect(compilePattern("(?<year>\\d+)-(?P<month>\\d+)$", "").matches("2026-11")).toBe(true);
    expect(pythonPattern("(?<year>\\d+)-(?P<month>[$(?<]\\$)$", "")).toBe("(?P<year>\\d+)-(?P<month>[$(?<]\\$)\\Z");
    expect(pythonPattern("a$", "m")).toBe("a$");
  });
});

describe("the JSON schema scorer", () => {
  const schema = { type: "object", required: ["to"], properties: { to: { type: "string", pattern: "^[A-Z]{3}$" } } };
  const json: ScorerInput = { kind: "json_schema", name: "s", schema };

  it("says what does not fit", async () => {
    expect(await score(json, '{"to": "JFK"}')).toEqual({ valid: true, errors: [] });
    expect(await score(json, { to: "jfk" })).toEqual({
      valid: false,
      errors: [expect.stringContaining("/to must match")],
    });
  });

  it("is false with a reason for a text that is not JSON", async () => {
    expect(await score(json, "to JFK")).toEqual({ valid: false, errors: [expect.stringContaining("Not JSON")] });
  });

  it.each(["`", "~"])("reads an answer of very many %s at once", async (mark) => {
    const began = performance.now();
    expect(await score(json, mark.repeat(200_000))).toMatchObject({ valid: false });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it("reads a fenced block unless it is told not to", async () => {
    const answer = 'Here it is:\n```json\n{"to": "JFK"}\n```\nBye';
    expect(await score(json, answer)).toMatchObject({ valid: true });
    expect(await score({ ...json, take_fenced: false }, answer)).toMatchObject({ valid: false });
  });

  it("follows draft 2020-12, runs patterns without backtracking and refuses schemas that are elsewhere", async () => {
    const tuple: ScorerInput = {
      kind: "json_schema",
      name: "s",
      schema: { prefixItems: [{ type: "string" }], items: false },
    };
    expect(await score(tuple, '["a"]')).toMatchObject({ valid: true });
    expect(await score(tuple, '["a", 1]')).toMatchObject({ valid: false });
    // Only an engine that backtracks knows these.
    expect(problemsOf({ kind: "json_schema", name: "s", schema: { pattern: "^(?=a)" } })).toHaveLength(1);
    const slow: ScorerInput = { kind: "json_schema", name: "s", schema: { type: "string", pattern: "^(a+)+$" } };
    expect(await score(slow, JSON.stringify(`${"a".repeat(50_000)}b`))).toMatchObject({ valid: false });
    expect(problemsOf({ kind: "json_schema", name: "s", schema: { $ref: "http://127.0.0.1/x" } })).toEqual([
      { member: "schema", message: expect.stringContaining("can't resolve reference") },
    ]);
    expect(problemsOf({ kind: "json_schema", name: "s", schema: { type: "text" } })).toHaveLength(1);
  });
});

describe("the number scorer", () => {
  const within = (members: object = {}): ScorerInput => ({ kind: "number", name: "n", expected: "amount", ...members });

  it("is within max(absolute, relative × |expected|)", async () => {
    expect(await score(within({ absolute: 1 }), "101", { amount: 100 })).toEqual({ within: true, error: 1 });
    expect(await score(within({ absolute: 1 }), "102", { amount: 100 })).toEqual({ within: false, error: 2 });
    expect(await score(within({ absolute: 1, relative: 0.05 }), "-104", { amount: -100 })).toEqual({
      within: true,
      error: 4,
    });
  });

  it("is false with a reason for an answer without a number, never an error of 0", async () => {
    expect(await score(within(), "none", { amount: 0 })).toEqual({
      within: false,
      error: null,
      reason: "No number in the answer",
    });
    expect(await score(within({ find: "only" }), "1 or 2", { amount: 1 })).toMatchObject({
      within: false,
      error: null,
    });
  });

  it("has no score for a row without a number, and fails for one that is not a number", async () => {
    expect(await score(within(), "5", {})).toBeNull();
    await expect(score(within(), "5", { amount: "many" })).rejects.toThrow("is not a number");
  });

  it("finds numbers in a text", async () => {
    expect(numbersIn("from $1,234.50 to -3e2, x4 .5 and 12,34 \u22127")).toEqual([1234.5, -300, 0.5, 12, 34, -7]);
    expect(await score(within({ find: "first" }), "12 of 30", { amount: 12 })).toMatchObject({ within: true });
    expect(await score(within(), "12 of 30", { amount: 30 })).toMatchObject({ within: true });
  });
});

describe("a judge", () => {
  const judge = (members: object = {}): Scorer =>
    scorerSchema.parse({
      kind: "judge",
      name: "j",
      model: "openai/m",
      prompt: "{question} {{x}} {output}",
      ...members,
    });
  const asked: JudgeRequest[] = [];
  const judged = (scorer: Scorer, answer: string) =>
    runScorer(
      scorer,
      { output: "Yes!", row: { question: "On time?" } },
      {
        askJudge: async (request) => {
          asked.push(request);
          return answer;
        },
        baseline: null,
      },
    );

  it("asks with the filled prompt, temperature 0 and a structured answer", async () => {
    expect(await judged(judge(), '{"reason": "It says so", "score": true}')).toEqual({
      score: 1,
      passed: true,
      reason: "It says so",
    });
    expect(asked.at(-1)).toMatchObject({
      model: "openai/m",
      messages: [
        { role: "system" },
        { role: "user", content: expect.stringMatching(/^<(data-\w{16})>On time\?<\/\1> \{x\} <\1>Yes!<\/\1>$/) },
      ],
      params: { temperature: 0, response_format: { type: "json_schema" } },
    });
  });

  it("passes from its mark on", async () => {
    const five = judge({ scale: "one_to_five", pass_mark: 3 });
    expect(await judged(five, '```json\n{"reason": "", "score": 3}\n```')).toMatchObject({ score: 3, passed: true });
    expect(await judged(five, 'So: {"score": "2"}')).toMatchObject({ score: 2, passed: false });
  });

  it.each(["It is good.", '{"score": 7}', '{"score": "good"}', "{}", '{"score": null}'])(
    "fails for the judgement %s instead of scoring 0",
    async (answer) => {
      await expect(judged(judge({ scale: "one_to_five" }), answer)).rejects.toThrow("The judge's");
    },
  );

  it("is refused without {output}, with a single brace, or with a column that no row has", () => {
    expect(scorerSchema.safeParse({ kind: "judge", name: "j", model: "m", prompt: "Good?" }).success).toBe(false);
    expect(scorerProblems(judge({ prompt: "{output} {" }), new Set())).toEqual([
      { member: "prompt", message: "Position 9: write {{ for a literal {" },
    ]);
    expect(scorerProblems(judge(), new Set(["answer"]))).toEqual([
      { member: "prompt", message: "No row has the column question" },
    ]);
  });
});

const unmarked = (content = "") => content.replaceAll(/<\/?data-\w{16}>/g, "");

describe("a pairwise judge", () => {
  const pairwise = scorerSchema.parse({
    kind: "pairwise",
    name: "p",
    model: "m",
    prompt: "A: {output_a} B: {output_b}",
    baseline_call_id: "root",
  });
  const compare = (
    answers: Record<string, string>,
    baseline: BaselineAnswer | null = { callId: "c1", output: "old" },
  ) =>
    runScorer(
      pairwise,
      { output: "new", row: {} },
      {
        askJudge: async ({ messages }) =>
          JSON.stringify({ reason: "r", better: answers[unmarked(messages[1]?.content)] }),
        baseline,
      },
    );
  const [FIRST, SECOND] = ["A: old B: new", "A: new B: old"];

  it("asks in both orders, and wins or loses only when both agree", async () => {
    expect(await compare({ [FIRST]: "b", [SECOND]: "a" })).toEqual({
      verdict: "win",
      reason: "r",
      baseline_call: "c1",
      flipped: false,
    });
    expect(await compare({ [FIRST]: "a", [SECOND]: "b" })).toMatchObject({ verdict: "loss", flipped: false });
    expect(await compare({ [FIRST]: "tie", [SECOND]: "tie" })).toMatchObject({ verdict: "tie", flipped: false });
  });

  it("is a tie when the order decided, and says so", async () => {
    expect(await compare({ [FIRST]: "a", [SECOND]: "a" })).toMatchObject({ verdict: "tie", flipped: true });
    expect(await compare({ [FIRST]: "b", [SECOND]: "tie" })).toMatchObject({ verdict: "tie", flipped: true });
  });

  it("has no score where the baseline has no answer, and fails for an answer that is no choice", async () => {
    expect(await compare({}, null)).toBeNull();
    await expect(compare({ [FIRST]: "c", [SECOND]: "a" })).rejects.toThrow("neither a, b nor tie");
  });
});

describe("a template", () => {
  it("reads braces as Python's format() does", () => {
    expect(fillTemplate("{{{a}}} {b c}", { a: 1, "b c": { x: [true] } })).toBe('{1} {"x":[true]}');
    expect(templateNames("{a} {{b}} {a}")).toEqual(["a"]);
    expect(() => templateNames("{a.b}")).toThrow("not the name of a column");
    expect(() => fillTemplate("{toString}", {})).toThrow("The row has no column toString");
  });
});

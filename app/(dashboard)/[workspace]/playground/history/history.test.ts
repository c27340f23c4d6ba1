import { describe, expect, it } from "vitest";
import { type Draft, newColumn, newDraft, newMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { draftText, parseDraft } from "@/app/(dashboard)/[workspace]/playground/draft/stored-draft";
import {
  changesSince,
  findRuns,
  type HistoryRun,
  historyText,
  linkQuery,
  MAX_RUNS,
  newRun,
  parseHistory,
  withRun,
} from "./history";

const draftWith = (text: string, change: Partial<Draft> = {}): Draft => ({
  ...newDraft(),
  messages: [newMessage("user", text)],
  columns: [newColumn("gpt-4o")],
  ...change,
});

const runWith = (id: string, text: string): HistoryRun => newRun(draftWith(text), id, 0, undefined);

describe("a draft in this browser", () => {
  it("is restored unchanged, including the digits of numbers", () => {
    const draft = draftWith("Hi", { parameters: { seed: "12345678901234567890" }, variables: { who: "Mia" } });
    expect(parseDraft(draftText(draft))).toEqual(draft);
  });

  it.each([null, "", "{", "[]", '{"messages":[]}'])("is ignored when it cannot be read: %s", (text) => {
    expect(parseDraft(text)).toBeNull();
  });
});

describe("the history", () => {
  it("is restored as it was saved, without malformed entries", () => {
    const runs = [runWith("1", "Hi")];
    expect(parseHistory(historyText(runs))).toEqual(runs);
    expect(parseHistory(`[${JSON.stringify(runs[0])}, {"id": 1}]`)).toHaveLength(1);
    for (const text of [null, "", "{}", "nonsense"]) expect(parseHistory(text)).toEqual([]);
  });

  it("keeps a maximum number of runs, the newest first, each once", () => {
    let runs: readonly HistoryRun[] = [];
    for (let count = 0; count < MAX_RUNS + 3; count += 1) runs = withRun(runs, runWith(String(count), "Hi"));
    expect(runs).toHaveLength(MAX_RUNS);
    expect(runs[0]?.id).toBe(String(MAX_RUNS + 2));
    const ended = withRun(runs, { ...runWith("10", "Hi"), durationMs: 5 });
    expect(ended).toHaveLength(MAX_RUNS);
    expect(ended.find(({ id }) => id === "10")?.durationMs).toBe(5);
  });

  it("drops drafts, then runs, when storage is full, the oldest first", () => {
    const runs = [runWith("1", "Hi"), runWith("2", "x".repeat(5000)), runWith("3", "y".repeat(5000))];
    const text = historyText(runs, 7000);
    expect(text.length).toBeLessThan(7100);
    expect(parseHistory(text).map(({ id, draft }) => [id, draft === null])).toEqual([
      ["1", false],
      ["2", false],
      ["3", true],
    ]);
    expect(parseHistory(historyText(runs, 10))).toEqual([]);
  });

  it("is searched by all words, in messages and models", () => {
    const runs = [runWith("1", "Change the flight"), runWith("2", "What happened?")];
    expect(findRuns(runs, "flight CHANGE").map(({ id }) => id)).toEqual(["1"]);
    expect(findRuns(runs, "gpt-4o")).toHaveLength(2);
    expect(findRuns(runs, "flight happened")).toEqual([]);
    expect(findRuns(runs, " ")).toBe(runs);
  });
});

describe("the difference between two runs", () => {
  const before = draftWith("Hi");
  it.each<[string, Partial<Draft>]>([
    ["", {}],
    ["temperature 0.2", { parameters: { temperature: "0.2" } }],
    ["response_format", { parameters: { response_format: '{\n  "type": "json_object"\n}' } }],
    ["message 1", { messages: [newMessage("user", "Other")] }],
    ["message 2", { messages: [...before.messages, newMessage("user", "More")] }],
    ["model", { columns: [newColumn("o4-mini")] }],
    ["columns", { columns: [...before.columns, newColumn("o4-mini")] }],
    ["tools", { tools: [{ key: "t", isOn: true, text: "{}" }] }],
    ["one column", { columns: [{ ...newColumn("gpt-4o"), own: { seed: "1" } }] }],
  ])("is summarized: %s", (words, change) => {
    expect(changesSince(before, { ...before, ...change })).toBe(words);
  });

  it("lists a parameter that is no longer sent", () => {
    expect(changesSince({ ...before, parameters: { seed: "7" } }, before)).toBe("no seed");
  });
});

it.each([
  [["openai/a"], "call=0199"],
  [["openai/a", "openai/b"], "call=0199&model=openai%2Fa&model=openai%2Fb"],
])("a link to a run of %j names its call, and its models when it used several", (models, query) => {
  expect(linkQuery({ callId: "0199", models })).toBe(query);
});

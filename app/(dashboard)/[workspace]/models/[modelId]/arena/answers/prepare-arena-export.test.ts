import { expect, test } from "vitest";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { exportRows, resultsCsv, resultsJsonl } from "./prepare-arena-export";
import { arenaCellKey, type CellResult } from "./stored-arena";

const prompt: ArenaPrompt = {
  id: "x.1",
  isSeen: true,
  threadId: "thr",
  messages: [{ role: "user", content: "=1+1, or not" }],
  tools: null,
  expected: "2",
  seenSince: 1,
};
const column = (key: string) => ({
  key,
  label: `step ${key}`,
  model: `m:${key}`,
  step: 1,
  checkpointId: null,
  isGone: false,
});
const result = (content: string, status: CellResult["answer"]["status"] = "done"): CellResult => ({
  answer: {
    retries: null,
    status,
    startedAtMs: 0,
    firstTokenMs: null,
    durationMs: 5,
    callId: "c1",
    isStreamed: true,
    completion: { choices: [{ message: { content } }], usage: { completion_tokens: 3 } },
    failure: status === "failed" ? { from: "provider", message: "overloaded" } : null,
  },
  asked: "{}",
  mark: null,
});
const setting = {
  prompts: [prompt],
  columns: ["0", "1", "2", "3"].map(column),
  pinnedKey: "0",
  scorer: { kind: "exact", text: "" } as const,
  parameters: "{}",
};
const results = new Map([
  [arenaCellKey("x.1", "0"), result("3")],
  [arenaCellKey("x.1", "1"), result("2")],
  [arenaCellKey("x.1", "2"), result("", "failed")],
]);
const rows = exportRows(setting, (key) => results.get(key) ?? null);

test("has a row with its reward for each answer, and none for cells that were not run", () => {
  expect(
    rows.map(({ column: name, answer, reward, verdict, error }) => [name, answer, reward, verdict, error]),
  ).toEqual([
    ["step 0", "3", 0, null, null],
    ["step 1", "2", 1, "win", null],
    ["step 2", null, null, null, "overloaded"],
  ]);
  expect(rows[1]).toMatchObject({ output_tokens: 3, latency_ms: 5, call_id: "c1", seen: true, thread_id: "thr" });
});

test("writes a file without formulas, with one line per row", () => {
  const [head, first] = resultsCsv(rows).split("\r\n");
  expect(head).toMatch(/^prompt_id,seen,thread_id,prompt,/);
  expect(first).toContain(`"'=1+1, or not"`);
  expect(
    resultsJsonl(rows)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).prompt_id),
  ).toEqual(["x.1", "x.1", "x.1"]);
});

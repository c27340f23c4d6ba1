import { expect, test } from "vitest";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { type ArenaSetting, allFigures, cellScore, promptGroups, unansweredCells } from "./prepare-prompt-groups";
import { arenaCellKey, type CellResult } from "./stored-arena";

const prompt = (id: string, isSeen: boolean | null): ArenaPrompt => ({
  id,
  isSeen,
  threadId: null,
  messages: [{ role: "user", content: id }],
  tools: null,
  expected: "Yes.",
  seenSince: null,
});
const column = (key: string, isGone = false) => ({
  key,
  label: key,
  model: key,
  step: Number(key),
  checkpointId: null,
  isGone,
});
const answered = (content: string, status: CellResult["answer"]["status"] = "done", request = "{}"): CellResult => ({
  answer: {
    retries: null,
    status,
    startedAtMs: 0,
    firstTokenMs: null,
    durationMs: 5,
    callId: null,
    failure: null,
    isStreamed: true,
    completion: { choices: [{ message: { content } }] },
  },
  asked: request,
  mark: null,
});

const setting: ArenaSetting = {
  prompts: [prompt("a", true), prompt("b", false)],
  columns: [column("0"), column("1")],
  pinnedKey: "0",
  scorer: { kind: "exact", text: "" },
  parameters: "{}",
};
const results = new Map([
  [arenaCellKey("a", "0"), answered("No.")],
  [arenaCellKey("a", "1"), answered("Yes.")],
  [arenaCellKey("b", "0"), answered("Yes.")],
  [arenaCellKey("b", "1"), answered("", "failed")],
]);
const resultOf = (key: string) => results.get(key) ?? null;

test("prompts are grouped by whether they were trained on", () => {
  const groups = promptGroups([prompt("a", false), prompt("b", true), prompt("c", null), prompt("d", true)]);
  expect(groups.map(({ id, prompts }) => [id, prompts.map((own) => own.id)])).toEqual([
    ["seen", ["b", "d"]],
    ["unseen", ["a"]],
    ["unknown", ["c"]],
  ]);
  expect(promptGroups([])).toEqual([]);
});

test("a column is compared with the pinned one, prompt by prompt", () => {
  const [base, first] = allFigures(setting, resultOf);
  expect(base).toMatchObject({ mean: 0.5, seen: 0, unseen: 1, verdicts: { win: 0, tie: 0, loss: 0 } });
  expect(first).toMatchObject({ mean: 1, seen: 1, unseen: null, gap: null, answered: 1, total: 2 });
  expect(first?.verdicts).toEqual({ win: 1, tie: 0, loss: 0 });
});

test("another pin compares them with another column", () => {
  const [base] = allFigures({ ...setting, pinnedKey: "1" }, resultOf);
  expect(base?.verdicts).toEqual({ win: 0, tie: 0, loss: 1 });
});

test("answers with other parameters do not count", () => {
  const other = { ...setting, parameters: '{"seed":7}' };
  expect(allFigures(other, resultOf)[0]).toMatchObject({ mean: null, answered: 0, total: 2 });
  expect(unansweredCells(other, resultOf)).toHaveLength(4);
});

test("a failed cell is open again, an answered one is not, and a deleted checkpoint cannot run", () => {
  const at = (one: ArenaSetting) => unansweredCells(one, resultOf).map((cell) => `${cell.prompt.id}${cell.column.key}`);
  expect(at(setting)).toEqual(["b1"]);
  expect(at({ ...setting, columns: [column("0"), column("1", true)] })).toEqual([]);
});

test("an empty answer is an answer", () => {
  const empty = cellScore(answered(""), prompt("a", true), { kind: "contains", text: "x" }, "{}");
  expect(empty).toEqual({ content: { text: "", tools: [] }, reward: 0 });
});

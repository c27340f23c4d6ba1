import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { nameFilesWith } from "@/lib/export/file-naming";
import { openLargeFile } from "@/lib/export/file-sink";
import { incompleteName } from "@/lib/export/incomplete-name";
import {
  evaluationFigures,
  evaluationResults,
  evaluationRun,
  resultRow,
  scoreFigures,
} from "@/test/setup/evaluation-fixtures";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { testWorkspace } from "@/test/setup/render-on-page";
import { exportResults } from "./export-results";

vi.mock("@/lib/export/file-sink", () => ({ openLargeFile: vi.fn() }));

const file = { text: "", end: "open" };

beforeEach(() => {
  file.text = "";
  file.end = "open";
  vi.mocked(openLargeFile).mockResolvedValue({
    write: async (text) => {
      file.text += text;
    },
    close: async () => {
      file.end = "closed";
    },
    abandon: async () => {
      file.end = "abandoned";
    },
  });
});

afterEach(() => vi.unstubAllGlobals());

const LONG = "long, ".repeat(20_000);
const EXAMPLE = `{"n":12345678901234567890,"text":${JSON.stringify(LONG)}}`;

/** An example with one trial. */
function row(index: number, scores: Record<string, unknown>) {
  const whole = resultRow(index, [true]);
  const output = JSON.stringify(LONG);
  const [first] = whole.runs[0]?.trials ?? [];
  if (first === undefined) throw new Error("No trial");
  const trial = { ...first, scores, output, output_length: output.length };
  return {
    ...whole,
    example: EXAMPLE,
    example_length: EXAMPLE.length,
    runs: [{ value: 1, change: null, trials: [trial] }],
  };
}

const rows = [row(0, { exact: true, rubric: { grade: "good" } }), row(1, { exact: 0.1 + 0.2 }), row(2, {})];
const figures = evaluationFigures({ scores: [scoreFigures(), scoreFigures({ id: "rubric" })] });

/** A service whose pages end early. */
const answerWithShortPages = () =>
  answerRequests({
    "evaluations.results": ({ body }) =>
      json({ ...evaluationResults(rows.slice(body.offset, body.offset + 2)), total_count: rows.length }),
  });

const save = (format: "csv" | "jsonl") => exportResults(testWorkspace, evaluationRun(), figures, format);

it("writes whole examples and answers as values, and every page though it ends early", async () => {
  const sent = answerWithShortPages();
  expect(await save("jsonl")).toBe(3);
  expect(sent.map(({ body }) => [body.texts, body.offset])).toEqual([
    ["whole", 0],
    ["whole", 2],
  ]);
  const lines = file.text.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { row: 0, trial: 1, output: LONG, example: { text: LONG }, scores: { exact: true, rubric: { grade: "good" } } },
    { row: 1, output: LONG, scores: { exact: 0.1 + 0.2 } },
    { row: 2, output: LONG, scores: {} },
  ]);
  expect(lines[0]).toContain('"n":12345678901234567890,');
  expect(file.end).toBe("closed");
});

it("writes scores to a CSV as the data has them: numbers with all digits, nested ones as JSON, missing ones empty", async () => {
  answerWithShortPages();
  expect(await save("csv")).toBe(3);
  const lines = file.text.trim().split("\r\n");
  const ends = lines.map((line) => line.slice(line.lastIndexOf(`"${LONG}"`) + LONG.length + 2));
  expect(ends.slice(1)).toEqual([
    ',true,"{""grade"":""good""}",1,',
    ",0.30000000000000004,,0.30000000000000004,",
    ",,,,",
  ]);
  expect(lines[1]).toContain("12345678901234567890");
});

it("writes how each trial counts: a failed one is 0 in a yes-or-no score, and is left out of others", async () => {
  const trial = (index: number, state: "answered" | "failed", scores: Record<string, unknown>) => {
    const made = row(index, scores);
    return {
      ...made,
      runs: made.runs.map((run) => ({ ...run, trials: run.trials.map((one) => ({ ...one, state })) })),
    };
  };
  const counting = [
    trial(0, "answered", { exact: true, tone: 4 }),
    trial(1, "failed", {}),
    trial(2, "answered", { tone: 2 }),
  ];
  answerRequests({ "evaluations.results": () => json({ ...evaluationResults(counting), total_count: 3 }) });
  const kinds = [scoreFigures({ kind: "boolean" }), scoreFigures({ id: "tone", kind: "number" })];
  await exportResults(testWorkspace, evaluationRun(), evaluationFigures({ scores: kinds }), "jsonl");
  const lines = file.text.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).counted)).toEqual([
    { exact: 1, tone: 4 },
    { exact: 0, tone: null },
    { exact: null, tone: 2 },
  ]);
});

it("saves no file when a page fails", async () => {
  answerRequests({
    "evaluations.results": ({ body }) =>
      body.offset === 0 ? json({ ...evaluationResults(rows.slice(0, 2)), total_count: 3 }) : failed("upstream"),
  });
  await expect(save("jsonl")).rejects.toThrow("It is upstream.");
  expect(file.end).toBe("abandoned");
});

it("says in the name of the file when the project lacks some calls", async () => {
  answerWithShortPages();
  const end = nameFilesWith(async (usual) => incompleteName(usual));
  await save("csv");
  end();
  expect(vi.mocked(openLargeFile).mock.lastCall?.[0]).toMatch(/-incomplete\.csv$/);
});

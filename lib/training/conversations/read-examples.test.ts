import { afterEach, expect, it, vi } from "vitest";
import type { ExampleSelection } from "@/lib/evaluation/runs/example-selection";
import type { TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import { evaluationResults, evaluationRun, resultRow } from "@/test/setup/evaluation-fixtures";
import { type Answers, answerRequests, json, lines } from "@/test/setup/page-requests";
import { readExamples } from "./read-examples";

afterEach(() => {
  vi.unstubAllGlobals();
});

const selection: ExampleSelection = {
  runId: "r1",
  score: "exact",
  show: "failing",
  passes: null,
  slice: "kind",
  value: "baggage",
  slice2: null,
  value2: null,
  search: "bag",
};

const call = (id: string, given: object) => ({
  id,
  project_id: "demo/airline",
  trace_id: "t",
  op_name: "Model.predict",
  started_at: "2026-11-20T14:00:00Z",
  attributes: {},
  ...given,
});

/** Each model call has one call of a provider, two levels below it. */
const calls: Answers = {
  "calls.streamQuery": ({ body: { filter } }) => {
    const upper: readonly string[] = filter.parent_ids ?? [];
    const named: readonly string[] = filter.call_ids ?? [];
    return lines([
      ...upper.flatMap((id) => {
        if (id.startsWith("m")) return [call(`step ${id}`, { parent_id: id, op_name: "step" })];
        return id.startsWith("step") ? [call(`llm ${id}`, { parent_id: id, attributes: { kind: "llm" } })] : [];
      }),
      ...named.map((id) =>
        call(id, {
          attributes: id.startsWith("llm") ? { kind: "llm" } : {},
          inputs: { messages: [{ role: "user", content: `asked by ${id}` }] },
          output: { role: "assistant", content: "Done" },
        }),
      ),
    ]);
  },
};

const trajectoryOf = async ({ blob, start, end }: TrajectoryRow) =>
  JSON.parse(await blob.slice(start, end).text()) as Record<string, unknown>;

async function read(answers: Answers) {
  const sent = answerRequests({
    "evaluations.query": () => json({ runs: [evaluationRun({ id: "r1" })], total_count: 1 }),
    ...calls,
    ...answers,
  });
  const parts = [];
  const address = { connectionId: "local", projectId: "demo/airline", signal: new AbortController().signal };
  for await (const part of readExamples(address, "s", selection)) parts.push(part);
  return { sent, parts, rows: parts.flatMap(({ rows }) => rows), problems: parts.flatMap(({ problems }) => problems) };
}

it("reads examples as groups, trials as trajectories, and the score as reward", async () => {
  const { sent, rows, problems, parts } = await read({
    "evaluations.results": () => json(evaluationResults([resultRow(0, [false]), resultRow(1, [true])])),
  });
  expect(problems).toEqual([]);
  expect(parts.flatMap(({ groups }) => groups.map(({ id, place }) => [id, place]))).toEqual([
    ["s/0", "example 1"],
    ["s/1", "example 2"],
  ]);
  expect(rows.map(({ sourceGroup, fields, place }) => [sourceGroup, fields.reward, place])).toEqual([
    ["s/0", 0, "example 1, trial 1"],
    ["s/0", 1, "example 1, trial 2"],
    ["s/1", 1, "example 2, trial 1"],
    ["s/1", 1, "example 2, trial 2"],
  ]);
  const [first] = await Promise.all(rows.map(trajectoryOf));
  expect(first).toMatchObject({
    messages_and_choices: [
      { role: "user", content: "asked by llm step m0-0-0" },
      { finish_reason: "stop", message: { role: "assistant", content: "Done" } },
    ],
    metadata: { evaluation_run_id: "r1", trial_call_id: "c0-0-0" },
  });
  expect(sent.find(({ operation }) => operation === "evaluations.results")?.body).toMatchObject({
    run_ids: ["r1"],
    score: "exact",
    show: "failing",
    where: [{ path: "kind", value: "baggage" }],
    search: "bag",
  });
});

it("leaves the reward of a trial without a number empty", async () => {
  const row = resultRow(0, [true]);
  const trials = (row.runs[0]?.trials ?? []).map((trial, index) => ({
    ...trial,
    scores: index === 0 ? { exact: null } : { exact: "good" },
  }));
  const { rows } = await read({
    "evaluations.results": () => json(evaluationResults([{ ...row, runs: [{ value: null, change: null, trials }] }])),
  });
  expect(rows.map(({ fields }) => fields.reward)).toEqual([undefined, undefined]);
});

it("reports trials without a conversation with the reason, and keeps the others", async () => {
  const row = resultRow(0, [true]);
  const [answered, other] = row.runs[0]?.trials ?? [];
  if (!answered || !other) throw new Error("two trials");
  const trials = [answered, { ...other, state: "failed" as const }, { ...other, model_call_id: null }];
  const { rows, problems } = await read({
    "evaluations.results": () => json(evaluationResults([{ ...row, runs: [{ value: 1, change: null, trials }] }])),
  });
  expect(rows).toHaveLength(1);
  expect(problems).toEqual([
    { place: "example 1, trial 2", reason: "The model gave no answer." },
    { place: "example 1, trial 3", reason: "The trial has no call of the model." },
  ]);
});

it("names a run that does not exist", async () => {
  await expect(read({ "evaluations.query": () => json({ runs: [], total_count: 0 }) })).rejects.toThrow(
    "The project has no evaluation r1.",
  );
});

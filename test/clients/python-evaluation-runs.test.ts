// @module-tag all
import { afterAll, beforeAll, expect, it } from "vitest";
import { SumsProvider } from "@/test/provider/sums-provider";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";
import { describeWith } from "./describe-with";
import { weaveEnvironments } from "./weave-environments";

let provider: SumsProvider;
let service: ClientsService;

beforeAll(async () => {
  provider = await SumsProvider.start();
  service = await openClientsService({}, { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "none" });
});

afterAll(async () => {
  await service.close();
  await provider.stop();
});

const ROWS = [1, 2, 3, 4].map((left) => ({ question: `${left} + 1`, answer: String(left + 1) }));

async function publishDataset(project: string): Promise<string> {
  const table = await service.ask("/table/create", { table: { project_id: project, rows: ROWS } });
  const val = {
    _type: "Dataset",
    name: "sums",
    description: null,
    rows: `weave:///${project}/table/${table.digest}`,
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
  };
  const { digest } = await service.ask("/obj/create", { obj: { project_id: project, object_id: "sums", val } });
  return `weave:///${project}/object/sums:${digest}`;
}

interface Run {
  readonly id: string;
  readonly state: string;
  readonly evaluation_ref: string;
  readonly models: readonly { call_id: string; scores: readonly { name: string; mean: number | null }[] }[];
}

interface Found {
  readonly runs: readonly { id: string; summary: Record<string, unknown>; display_name: string }[];
  readonly scores: Record<string, Record<string, unknown[]>>;
  readonly listed: readonly string[];
  readonly rows: readonly unknown[];
  readonly scorers: readonly string[];
  readonly rerun: Record<string, unknown>;
}

for (const { release: name, environment, isNewest } of weaveEnvironments) {
  describeWith(`an evaluation that the service ran, read by ${name}`, environment, (python) => {
    it("has the numbers of the dashboard, and scorers that run again", async () => {
      const project = `demo/run-${name}`.replaceAll(/[=.]+/g, "-");
      const settings = {
        name: "sums eval",
        models: ["openai/adder", "openai/sloppy"].map((model) => ({
          model,
          messages: [{ role: "user", content: "{user_input}" }],
          params: { temperature: 0 },
        })),
        rows: { dataset_ref: await publishDataset(project) },
        column_map: { user_input: "question", expected: "answer" },
        scorers: [
          { kind: "exact", name: "exact", expected: "expected" },
          { kind: "contains", name: "digits", column: "answer" },
          { kind: "regex", name: "whole", pattern: "(?<n>\\d)+$", match: "whole" },
          { kind: "number", name: "near", expected: "answer", absolute: 0.5 },
          { kind: "judge", name: "judged", model: "openai/adder", prompt: "Is {output} good? {question}" },
        ],
        trials: 2,
      };
      const begun = (await service.ask("/evaluation_runs/start", { project_id: project, settings })) as unknown as Run;
      const read = async () =>
        (await service.ask("/evaluation_runs/read", { project_id: project, run_id: begun.id })) as unknown as Run;
      await expect.poll(async () => (await read()).state, { timeout: 120_000 }).toBe("finished");
      const run = await read();
      const variables = { WANDB_BASE_URL: service.url, WANDB_API_KEY: CLIENT_KEY };
      const args = [project, run.evaluation_ref];
      const { result, printed } = await python.run({ file: "python_evaluation_run.py", args, variables });
      const found = result as Found;
      expect(printed).not.toContain("unexpected fields");
      if (isNewest) expect(found.listed).toContain("sums-eval");
      expect(found.rows).toEqual(ROWS);
      expect(found.scorers).toEqual(["exact", "digits", "whole", "near", "judged"]);
      expect(found.runs.map(({ id }) => id).sort()).toEqual(run.models.map(({ call_id: id }) => id).sort());
      const rightFraction = [1, 0.5];
      for (const [index, model] of run.models.entries()) {
        const { summary } = found.runs.find(({ id }) => id === model.call_id) ?? {};
        const fraction = rightFraction[index] ?? 0;
        expect(summary).toEqual({
          exact: { true_count: fraction * 8, true_fraction: fraction },
          digits: { true_count: fraction * 8, true_fraction: fraction },
          whole: { true_count: 8, true_fraction: 1 },
          near: { within: { true_count: fraction * 8, true_fraction: fraction }, error: { mean: 1 - fraction } },
          judged: { score: { mean: 1 }, passed: { true_count: 8, true_fraction: 1 } },
          model_latency: { mean: expect.any(Number) },
        });
        const shown = Object.fromEntries(model.scores.map(({ name: scorer, mean }) => [scorer, mean]));
        expect(shown).toEqual({ exact: fraction, digits: fraction, whole: 1, near: fraction, judged: 1 });
      }
      const exactScores = Object.values(found.scores).map(({ exact }) => exact);
      expect(exactScores.map((scores) => scores?.length)).toEqual([8, 8]);
      expect(exactScores.map((scores) => scores?.filter(Boolean).length).sort()).toEqual([4, 8]);
      expect(found.rerun).toMatchObject({
        exact: { true_count: 4, true_fraction: 1 },
        digits: { true_count: 4, true_fraction: 1 },
        whole: { true_count: 4, true_fraction: 1 },
        near: { within: { true_count: 4, true_fraction: 1 }, error: { mean: 0 } },
      });
    });
  });
}

import { afterAll, beforeAll, expect, it } from "vitest";
import type { EvaluationCompareResult } from "@/lib/api/contract/evaluations/comparison";
import type { EvaluationResults } from "@/lib/api/contract/evaluations/results";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";
import { describeWith } from "./describe-with";
import { evaluationsOf } from "./evaluations-of";
import { weaveEnvironments } from "./weave-environments";

/** What the SDK reports of a run. */
type Summary = Record<string, Record<string, unknown>>;

let service: ClientsService;

beforeAll(async () => {
  service = await openClientsService({ HEDDLE_URL: "http://localhost:7700" });
});

afterAll(() => service.close());

for (const { release: name, environment, isNewest } of weaveEnvironments) {
  describeWith(`evaluations of the Python client ${name}`, environment, (python) => {
    it("have the figures that the client reported, and say where they count differently", async () => {
      const project = `demo/evaluations-${name}`.replaceAll(/[=.]+/g, "-");
      const variables = { WANDB_BASE_URL: service.url, WANDB_API_KEY: CLIENT_KEY };
      const { result } = await python.run({ file: "python_evaluations.py", args: [project], variables });
      const summaries = result as Record<"plain" | "better" | "failing" | "strict" | "careful" | "logged", Summary>;
      const evaluation = await evaluationsOf(service, project);

      const plain = evaluation("sums-plain", "Adder");
      expect(plain.run).toMatchObject({
        state: "finished",
        model_name: "Adder",
        dataset_name: "sums",
        dataset_row_count: 12,
        trials: 2,
        ended_trial_count: 24,
        expected_trial_count: 24,
        writer: "evaluation",
      });
      expect(plain.figures).toMatchObject({ example_count: 12, trial_count: 24, error_count: 0 });
      expect(plain.figures.latency_ms).not.toBeNull();
      expect(plain.score("exact")).toMatchObject({ kind: "boolean", trial_count: 24, logged_differs: false });
      expect(plain.score("exact")?.mean).toBeCloseTo(summaries.plain.exact?.true_fraction as number);
      expect(plain.score("Close.within")?.mean).toBe(1);
      expect(plain.score("Close.distance")?.mean).toBeCloseTo(
        (summaries.plain.Close?.distance as { mean: number } | undefined)?.mean ?? Number.NaN,
      );

      const failing = evaluation("sums-failing");
      expect(failing.figures).toMatchObject({ example_count: 12, trial_count: 12, error_count: 2 });
      expect(failing.score("exact")?.mean).toBeCloseTo(summaries.failing.exact?.true_fraction as number);

      const strict = evaluation("sums-strict");
      expect(strict.figures).toMatchObject({ error_count: 0, scorer_failure_count: 1 });
      // Python drops every score of the trial whose scorer failed; the sibling's is read from its own call.
      expect(strict.score("strict")).toMatchObject({ trial_count: 11, missing_count: 1, failure_count: 1 });
      expect(strict.score("strict")?.mean).toBeCloseTo(7 / 11);
      if (isNewest) {
        expect(strict.score("exact")).toMatchObject({ trial_count: 12 });
        expect(strict.score("exact")?.mean).toBeCloseTo(8 / 12);
        expect(strict.score("strict")).toMatchObject({ logged_differs: true });
      }

      // A class scorer that raises in both trials of an example.
      const careful = evaluation("sums-careful");
      expect(careful.figures).toMatchObject({ error_count: 0, scorer_failure_count: 2, trial_count: 24 });
      expect(careful.score("Careful.right")).toMatchObject({ trial_count: 22, missing_count: 2, failure_count: 2 });
      expect(careful.score("Careful.right")?.mean).toBeCloseTo(7 / 11);

      const logged = evaluation("my_set");
      expect(logged.run).toMatchObject({ writer: "logger", state: "finished", dataset_row_count: null, trials: null });
      expect(logged.figures).toMatchObject({ example_count: 12, trial_count: 12 });
      expect(summaries.logged).toMatchObject({ exact: { true_count: 9, true_fraction: 0.75 }, output: { mine: 1.5 } });
      expect(logged.score("exact")).toMatchObject({ mean: 0.75, logged_differs: false });
      expect(logged.score("length")?.mean).toBeCloseTo(summaries.logged.length?.mean as number);

      // The differences of a comparison are those of the client's own numbers.
      const better = evaluation("sums-plain", "Exact");
      const compared = (await service.ask("/evaluations/compare", {
        project_id: project,
        run_ids: [plain.run.id, better.run.id, logged.run.id],
      })) as unknown as EvaluationCompareResult;
      expect(compared).toMatchObject({ shared_count: 12, example_counts: [12, 12, 12] });
      const fractions = [summaries.plain, summaries.better, summaries.logged].map(
        (summary) => summary.exact?.true_fraction as number,
      );
      for (const [index, { scores }] of compared.runs.entries()) {
        const score = scores.find(({ id }) => id === "exact");
        expect(score?.mean).toBeCloseTo(fractions[index] ?? Number.NaN);
        if (index > 0) expect(score?.comparison?.difference).toBeCloseTo((fractions[index] ?? 0) - (fractions[0] ?? 0));
      }
      expect(fractions).toEqual([8 / 12, 1, 0.75].map((fraction) => expect.closeTo(fraction)));

      // Examples of a logger are sent as values: they meet the rows of the dataset by the digest of their content.
      const together = (await service.ask("/evaluations/results", {
        project_id: project,
        run_ids: [plain.run.id, logged.run.id],
        limit: 3,
      })) as unknown as EvaluationResults;
      expect(together).toMatchObject({ total_count: 12, shared_count: 12, only_counts: [0, 0] });
      expect(together.rows.map(({ position }) => position)).toEqual([0, 1, 2]);
      expect(JSON.parse(together.rows[0]?.example ?? "")).toEqual({ question: "0 + 1", expected: "1", kind: "even" });
      expect(together.rows[0]?.runs.map((run) => run?.trials.length)).toEqual([2, 1]);
    });
  });
}

import { z } from "zod";
import type { EvaluationResultRow, EvaluationTrial, ResultFilter } from "@/lib/api/contract/evaluations/results";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { formatCount } from "@/lib/format/count";
import { valueText } from "@/lib/json/value/json-path";
import { needing } from "./unsupported";

/** Trials of one example in one run that are named. */
const MAX_TRIALS = 4;
const MAX_SCORES = 6;

const exampleTrial = z.object({
  call_id: z.string(),
  state: z.string(),
  scores: z.array(z.string()).describe("NAME: value."),
  output: z.string().nullable(),
});

export const evaluationExample = z.object({
  position: z.number().nullable().describe("In the dataset, from 0."),
  digest: z.string(),
  example: z.string().nullable().describe("Its beginning; null when it was deleted."),
  runs: z
    .array(
      z.object({
        run_id: z.string(),
        value: z.number().nullable().describe("Of the score that was asked for: the mean of the trials."),
        change: z.number().nullable().describe("To the first run."),
        trials: z.array(exampleTrial),
      }),
    )
    .describe("Runs that have the example."),
});

type Example = z.infer<typeof evaluationExample>;

export interface ExamplesRequest {
  readonly runIds: readonly string[];
  readonly score: string | undefined;
  readonly show: ResultFilter;
  readonly limit: number;
  readonly offset: number;
}

/** Examples side by side, and how to read more of them. */
export interface ReadExamples {
  readonly examples: readonly Example[];
  readonly total: number;
  readonly nextOffset: number | null;
}

const trialOf = ({ call_id, model_call_id, state, scores, output }: EvaluationTrial) => ({
  call_id: model_call_id ?? call_id,
  state,
  scores: Object.entries(scores)
    .slice(0, MAX_SCORES)
    .map(([name, value]) => oneLine(`${name}: ${valueText(value)}`, 160)),
  output: output === null ? null : oneLine(output, 300),
});

const exampleOf = ({ position, digest, example, runs }: EvaluationResultRow, runIds: readonly string[]): Example => ({
  position,
  digest,
  example: example === null ? null : oneLine(example, 500),
  runs: runs.flatMap((run, index) =>
    run === null
      ? []
      : [
          {
            run_id: runIds[index] ?? "",
            value: run.value,
            change: run.change,
            trials: run.trials.slice(0, MAX_TRIALS).map(trialOf),
          },
        ],
  ),
});

/** Reads the examples of runs, those that fell most first where there are several runs. */
export async function readExamples(
  { service, projectId }: OpenWorkspace,
  { runIds, score, show, limit, offset }: ExamplesRequest,
): Promise<ReadExamples> {
  const [by, direction] = runIds.length > 1 ? (["change", "asc"] as const) : (["score", "asc"] as const);
  const sort = score === undefined ? {} : { score, sort_by: { by, direction } };
  const body = { project_id: projectId, run_ids: [...runIds], show, limit, offset, ...sort };
  const instead = "find_calls still finds the calls of the evaluation.";
  const read = await needing("evaluations.results", instead, service.call("evaluations.results", { body }));
  const { rows } = fitRows(read.rows.map((row) => exampleOf(row, runIds)));
  const end = offset + rows.length;
  return { examples: rows, total: read.total_count, nextOffset: end < read.total_count ? end : null };
}

export function examplesText({ examples, total }: ReadExamples): string {
  const lines = examples.flatMap(({ position, example, runs }) => [
    `example ${position ?? "?"}: ${example ?? "(deleted)"}`,
    ...runs.flatMap(({ run_id: id, value, change, trials }) => [
      `  ${id}${value === null ? "" : ` ${value}`}${change === null ? "" : ` (${change > 0 ? "+" : ""}${change})`}`,
      ...trials.map(
        ({ call_id: callId, state, scores, output }) =>
          `    ${state} ${output ?? "no output"} [${scores.join(", ")}] (call ${callId})`,
      ),
    ]),
  ]);
  return [`${formatCount(total)} examples.`, ...lines].join("\n");
}

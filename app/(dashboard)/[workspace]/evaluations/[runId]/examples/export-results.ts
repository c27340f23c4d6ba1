import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { answerText } from "@/lib/evaluation/runs/example-columns";
import { readWholeResults } from "@/lib/evaluation/runs/read-whole-results";
import { countedValue } from "@/lib/evaluation/statistics/counted-value";
import { BYTE_ORDER_MARK, delimitedLine } from "@/lib/export/delimited-text";
import { fileNameOf } from "@/lib/export/file-naming";
import { openLargeFile } from "@/lib/export/file-sink";
import type { Workspace } from "@/lib/workspace/workspace";

/**
 * Saves all trials of a run, one line each, in the order of the dataset. Examples and answers are whole, at any length.
 *
 * @returns the number of trials; null when the user closed the dialog
 * @throws RequestFailure
 */
export async function exportResults(
  { connectionId, projectId }: Workspace,
  run: EvaluationRun,
  figures: EvaluationFigures,
  format: "csv" | "jsonl",
): Promise<number | null> {
  const name = await fileNameOf(`${run.name.replaceAll(/[^\w.-]+/g, "-")}.${format}`);
  const file = await openLargeFile(name, format === "csv" ? "text/csv" : "application/x-ndjson");
  if (file === null) return null;
  const { scores } = figures;
  let count = 0;
  try {
    if (format === "csv") await file.write(BYTE_ORDER_MARK + delimitedLine(headOf(scores), "csv"));
    const request = { project_id: projectId, run_ids: [run.id] };
    for await (const rows of readWholeResults(connectionId, request)) {
      const lines = rows.flatMap((row) => linesOf(row, scores, format));
      count += lines.length;
      await file.write(lines.join(""));
    }
    await file.close();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  return count;
}

type Scores = EvaluationFigures["scores"];

const countedOnes = (scores: Scores) => scores.filter(({ kind }) => kind !== "text");

/** How a trial counts in the mean of each score: the means of the page are recomputed from these. */
const countedIn = ({ state, scores: values }: Trial, scores: Scores) =>
  countedOnes(scores).map(({ id, kind }) => [id, countedValue({ state, value: values[id], kind })] as const);

const headOf = (scores: Scores): string[] => [
  "row",
  "digest",
  "trained_on",
  "trial",
  "call_id",
  "state",
  "latency_ms",
  "total_tokens",
  "cost_usd",
  "example",
  "output",
  ...scores.map(({ id }) => id),
  ...countedOnes(scores).map(({ id }) => `${id} counted`),
];

type Trial = NonNullable<EvaluationResultRow["runs"][number]>["trials"][number];

/** The lines of one example. */
function linesOf(row: EvaluationResultRow, scores: Scores, format: "csv" | "jsonl"): string[] {
  return (row.runs[0]?.trials ?? []).map((trial, index) => {
    const { position } = row;
    const trained = row.is_trained ?? null;
    const place = { row: position, digest: row.digest, trained_on: trained, trial: index + 1 };
    if (format === "jsonl") {
      const { output, output_length: _, ...rest } = trial;
      // The texts are whole JSON: embedded as they are, they keep every digit.
      const texts = `"example":${row.example ?? "null"},"output":${output ?? "null"}`;
      const counted = Object.fromEntries(countedIn(trial, scores));
      return `${stringifyJson({ ...place, ...rest, counted }).slice(0, -1)},${texts}}\n`;
    }
    const numbers = [trial.latency_ms, trial.total_tokens, trial.cost_usd].map(cellOf);
    const texts = [row.example, answerText(trial.output, trial.output_length)];
    const logged = scores.map(({ id }) => cellOf(trial.scores[id]));
    return delimitedLine(
      [
        cellOf(position),
        row.digest,
        cellOf(trained),
        String(index + 1),
        trial.call_id,
        trial.state,
        ...numbers,
        ...texts,
        ...logged,
        ...countedIn(trial, scores).map(([, value]) => cellOf(value)),
      ],
      "csv",
    );
  });
}

/** A text as it is, everything else as its JSON text. */
function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : stringifyJson(value);
}

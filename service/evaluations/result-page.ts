import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/evaluations";
import { isJsonObject } from "@/lib/json/guard/json-object";
import type { Services } from "@/service/handlers/handler";
import { type AnswerPreview, readAnswers, readModelInputNames } from "@/service/store/evaluations/trial-calls";
import { readExampleTexts } from "./example-texts";
import type { LoadedRun } from "./known-trials";
import type { ResultRow } from "./result-rows";
import type { Trial } from "./run-trials";

type Sources = Pick<Services, "store" | "tables"> & { readonly signal: AbortSignal };

const MAX_ANSWER_LENGTH = 2000;
const MAX_EXAMPLE_LENGTH = 20_000;

/** Returns the rows of a page with the texts of their examples and answers, and the members that the examples have. */
export async function wireRows(
  sources: Sources,
  projectId: string,
  runs: readonly LoadedRun[],
  page: readonly ResultRow[],
) {
  const trialIds = page.flatMap(({ cells }) => cells.flatMap((cell) => cell?.trials.map(({ id }) => id) ?? []));
  const [examples, answers] = await Promise.all([
    readExampleTexts(
      sources,
      projectId,
      runs,
      page.map(({ digest }) => digest),
    ),
    readAnswers(sources.store, projectId, trialIds, MAX_ANSWER_LENGTH, sources.signal),
  ]);
  const members = new Set<string>();
  for (const text of examples.values()) {
    const example: unknown = JSON.parse(text);
    if (isJsonObject(example)) for (const name of Object.keys(example)) members.add(name);
  }
  return { rows: page.map((row) => wireRow(row, examples.get(row.digest) ?? null, answers)), members: [...members] };
}

function wireRow(
  { key, digest, position, cells }: ResultRow,
  example: string | null,
  answers: ReadonlyMap<string, AnswerPreview>,
): EvaluationResultRow {
  const before = cells[0]?.value ?? null;
  return {
    key,
    digest,
    position,
    example: example === null ? null : example.slice(0, MAX_EXAMPLE_LENGTH),
    example_length: example?.length ?? 0,
    runs: cells.map((cell, index) =>
      cell === null
        ? null
        : {
            value: cell.value,
            change: index === 0 || cell.value === null || before === null ? null : cell.value - before,
            trials: cell.trials.map((trial) => wireTrial(trial, answers.get(trial.id))),
          },
    ),
  };
}

function wireTrial(trial: Trial, answer: AnswerPreview | undefined) {
  return {
    call_id: trial.id,
    model_call_id: trial.modelCallId,
    state: trial.state,
    latency_ms: trial.latencyMs,
    total_tokens: trial.totalTokens,
    cost_usd: trial.costUsd,
    scores: Object.fromEntries(trial.scores),
    failed_scores: [...trial.failedScorers],
    output: answer === undefined || answer.begin === "" ? null : answer.begin,
    output_length: answer?.length ?? 0,
  };
}

/** Returns the members of the examples that the model of the first run receives; empty where it receives all. */
export async function modelInputNames(
  { store, signal }: Sources,
  projectId: string,
  runs: readonly LoadedRun[],
): Promise<string[]> {
  const [first] = runs;
  const callId = first?.trials.trials.find(({ modelCallId }) => modelCallId !== null)?.modelCallId ?? null;
  if (callId === null) return [];
  const names = await readModelInputNames(store, projectId, callId, signal);
  return names.filter((name) => name !== "self" && name !== "inputs" && name !== "arg0");
}

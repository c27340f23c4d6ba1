import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import { isJsonObject } from "@/lib/guard/json-object";
import type { Services } from "@/service/traces/handlers/handler";
import { type AnswerPreview, readAnswers, readModelInputNames } from "@/service/traces/store/evaluations/trial-calls";
import { readExampleTexts } from "./example-texts";
import type { LoadedRun } from "./known-trials";
import type { ResultRow } from "./result-rows";
import type { Trial } from "./run-trials";

type Sources = Pick<Services, "store" | "tables"> & { readonly signal: AbortSignal };

const MAX_ANSWER_LENGTH = 2000;
const MAX_EXAMPLE_LENGTH = 20_000;

/** Characters of whole texts in one response; a single row may be longer. */
const MAX_WHOLE_TEXTS_LENGTH = 4_000_000;

/** The largest length that the engine takes: nothing is cut. */
const WHOLE_LENGTH = 2 ** 32 - 1;

/**
 * Returns the rows of a page with the texts of their examples and answers, and the members that the examples have.
 *
 * @param areWhole texts are not cut; the page ends early where they would be too long for one response
 */
export async function wireRows(
  sources: Sources,
  projectId: string,
  runs: readonly LoadedRun[],
  wanted: readonly ResultRow[],
  areWhole: boolean,
) {
  const answersOf = (rows: readonly ResultRow[], length: number) =>
    readAnswers(sources.store, projectId, rows.flatMap(trialIds), length, sources.signal);
  const [examples, previews] = await Promise.all([
    readExampleTexts(
      sources,
      projectId,
      runs,
      wanted.map(({ digest }) => digest),
    ),
    answersOf(wanted, areWhole ? 0 : MAX_ANSWER_LENGTH),
  ]);
  const page = areWhole ? wanted.slice(0, rowsThatFit(wanted, examples, previews)) : wanted;
  const answers = areWhole ? await answersOf(page, WHOLE_LENGTH) : previews;
  const members = new Set<string>();
  for (const text of examples.values()) {
    const example: unknown = JSON.parse(text);
    if (isJsonObject(example)) for (const name of Object.keys(example)) members.add(name);
  }
  const maxLength = areWhole ? WHOLE_LENGTH : MAX_EXAMPLE_LENGTH;
  return {
    rows: page.map((row) => wireRow(row, examples.get(row.digest) ?? null, maxLength, answers)),
    members: [...members],
  };
}

const trialIds = ({ cells }: ResultRow): string[] => cells.flatMap((cell) => cell?.trials.map(({ id }) => id) ?? []);

/** Returns the number of first rows whose whole texts fit in one response, at least one. */
function rowsThatFit(
  rows: readonly ResultRow[],
  examples: ReadonlyMap<string, string>,
  answers: ReadonlyMap<string, AnswerPreview>,
): number {
  let length = 0;
  const end = rows.findIndex((row) => {
    length += examples.get(row.digest)?.length ?? 0;
    for (const id of trialIds(row)) length += answers.get(id)?.length ?? 0;
    return length > MAX_WHOLE_TEXTS_LENGTH;
  });
  return end < 0 ? rows.length : Math.max(1, end);
}

function wireRow(
  { key, digest, position, cells }: ResultRow,
  example: string | null,
  maxExampleLength: number,
  answers: ReadonlyMap<string, AnswerPreview>,
): EvaluationResultRow {
  const before = cells[0]?.value ?? null;
  return {
    key,
    digest,
    position,
    example: example === null ? null : example.slice(0, maxExampleLength),
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

import { objectName } from "@/lib/api/contract/objects/object-name";
import { publishDataset, publishTable } from "@/lib/dataset/publish-table";
import { countOf } from "@/lib/format/count";
import type { Dictionary } from "@/lib/json/value/value-kind";
import { readCalls } from "@/lib/thread/read-thread-calls";
import { type PromptTasks, promptTasks } from "@/lib/training/runs/prompt-tasks";
import {
  type BestAnswers,
  bestAnswers,
  type DecidingQuestion,
  datasetRows,
  preferencePairs,
  type ReviewedCall,
  resultPrompts,
} from "./result-rows";
import type { ItemResult } from "./results";

/** The uses of the results of a queue. */
export type ResultUse =
  | { readonly kind: "dataset" }
  | { readonly kind: "pairs"; readonly question: string | null }
  | { readonly kind: "best"; readonly question: DecidingQuestion };

/** A stored dataset. */
export interface PublishedResults {
  readonly name: string;
  readonly version: string;
  readonly table: string;
  readonly rowCount: number;
  /** How the rows were chosen; null where all were taken. */
  readonly choice: string | null;
}

interface ResultsAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}

/** Calls per request: their payloads are read in full. */
const CALLS_PER_REQUEST = 100;

async function readReviewedCalls(
  address: ResultsAddress,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReviewedCall>> {
  const calls = new Map<string, ReviewedCall>();
  for (let at = 0; at < ids.length; at += CALLS_PER_REQUEST) {
    const batch = ids.slice(at, at + CALLS_PER_REQUEST);
    for (const call of await readCalls(address, { call_ids: batch }, ["inputs", "output"])) calls.set(call.id, call);
  }
  return calls;
}

/** Reads the prompts of reviewed items as tasks of a run. @throws RequestFailure, AbortError, ResponseCutShortError */
export async function readResultPrompts(address: ResultsAddress, results: readonly ItemResult[]): Promise<PromptTasks> {
  return promptTasks(resultPrompts(results, await readCallsOf(address, results)));
}

const readCallsOf = async (address: ResultsAddress, results: readonly ItemResult[]) =>
  await readReviewedCalls(address, [...new Set(results.map(({ item }) => item.call_id))]);

/** Says of how many answers each row is the best, how many ties there were, and which prompts have no row. */
function choiceWords({ rows, withoutGood }: BestAnswers): string {
  const counts = rows.map(({ n }) => n);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const ties = rows.filter((row) => row.ties > 0).length;
  return [
    `best of ${least === most ? countOf(least, "answer") : `${least} to ${countOf(most, "answer")}`}`,
    ...(ties === 0 ? [] : [`the first of equal ones for ${countOf(ties, "prompt")}`]),
    ...(withoutGood === 0 ? [] : [`no good answer to ${countOf(withoutGood, "prompt")}`]),
  ].join(", ");
}

const NAME_ENDS = { dataset: "results", pairs: "preferences", best: "best" } as const;

/** Returns the rows of a use, and how they were chosen. */
function rowsOf(
  use: ResultUse,
  results: readonly ItemResult[],
  calls: ReadonlyMap<string, ReviewedCall>,
): { readonly rows: readonly Dictionary[]; readonly choice: string | null } {
  if (use.kind === "dataset") return { rows: datasetRows(results, calls), choice: null };
  if (use.kind === "pairs") return { rows: preferencePairs(results, calls, use.question), choice: null };
  const best = bestAnswers(results, calls, use.question);
  return { rows: best.rows, choice: best.rows.length === 0 ? null : choiceWords(best) };
}

/**
 * Stores the results of a queue as a dataset of its name; one that exists gets a new version.
 *
 * @returns null where there is nothing to store
 * @throws RequestFailure, AbortError, ResponseCutShortError
 */
export async function publishResults(
  address: ResultsAddress,
  queueName: string,
  results: readonly ItemResult[],
  use: ResultUse,
): Promise<PublishedResults | null> {
  const { rows, choice } = rowsOf(use, results, await readCallsOf(address, results));
  if (rows.length === 0) return null;
  const table = await publishTable(address, rows, address.signal, () => undefined);
  const base = objectName(queueName) || "review";
  const name = objectName(`${base.slice(0, 110)}-${NAME_ENDS[use.kind]}`);
  const version = await publishDataset(address, name, table, address.signal);
  return { name, version, table, rowCount: rows.length, choice };
}

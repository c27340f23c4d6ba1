import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { MAX_INLINE_TASKS } from "@/lib/api/contract/training-runs/training-run-limits";
import type { Dictionary } from "@/lib/json/value/value-kind";
import { readStored, writeStored } from "@/lib/storage/browser-storage";
import type { PromptTasks } from "@/lib/training/runs/prompt-tasks";

/** The most rows that are carried by value: as many as a run takes. */
export const MAX_CARRIED_ROWS = MAX_INLINE_TASKS;

/** Rows that a page takes along to the form of a training run or of an evaluation, with their values. */
export interface CarriedRows {
  /** The proposed name of a table of them. */
  readonly name: string;
  readonly rows: readonly Dictionary[];
  /** What made no row: prompts without a text, and rows beyond the limit. */
  readonly leftOut: number;
  /** How each row is asked, by the names of columns; null where the prompt of the form asks. */
  readonly messages: { readonly system: string; readonly user: string } | null;
}

/** A table, or some of its rows, which are stored already. */
interface CarriedTable {
  readonly name: string;
  readonly table: string;
  /** Null for all rows of the table. */
  readonly rowDigests: readonly string[] | null;
}

export type Carried = CarriedRows | CarriedTable;

const SESSION_KEY_PREFIX = "heddle.carried.";

/** Returns prompts as rows, asked as they were: system messages are a column, as they may differ. */
export function rowsOfPrompts(name: string, { tasks, leftOut }: PromptTasks): CarriedRows {
  const hasSystem = tasks.some(({ system }) => system !== undefined);
  const rows = tasks.map(({ prompt, system = "", columns }) => ({
    ...columns,
    prompt,
    ...(hasSystem ? { system } : {}),
  }));
  return { name, rows, leftOut, messages: { system: hasSystem ? "{system}" : "", user: "{prompt}" } };
}

/** Leaves rows in the browser's session and returns the query that names them. */
function queryOf(carried: Carried): string {
  const name = Date.now().toString(36);
  writeStored(`${SESSION_KEY_PREFIX}${name}`, stringifyJson(carried), "session");
  return new URLSearchParams({ carried: name }).toString();
}

/** Returns the address of a new training run with these rows as its tasks. */
export const newRunOfRows = (slug: string, carried: CarriedRows): string => `/${slug}/runs/new?${queryOf(carried)}`;

/** Returns the address of a new evaluation of these rows. */
export const newEvaluationOfRows = (slug: string, carried: Carried): string =>
  `/${slug}/evaluations/new?${queryOf(carried)}`;

/** Returns what another page left; null when the session has ended. */
export function takeCarried(name: string): Carried | null {
  const stored = readStored(`${SESSION_KEY_PREFIX}${name}`, "session");
  // Only written by this file.
  return stored === null ? null : (parseJson(stored) as Carried);
}

/** Returns the rows with values that another page left; null when the session has ended, and for rows that are stored. */
export function takeRows(name: string): CarriedRows | null {
  const carried = takeCarried(name);
  return carried === null || "table" in carried ? null : carried;
}

import { unknownColumnIn } from "@/lib/api/contract/evaluation-runs/column-map";
import type { DraftScorer, EvaluationDraft } from "./evaluation-draft";

/** Names of a judge's prompt that are not columns. */
const ANSWERS: ReadonlySet<string> = new Set(["output", "output_a", "output_b"]);

/** Names in braces, as Python's `format()` reads them; doubled braces are literal ones. */
function namesIn(template: string): string[] {
  return [...template.matchAll(/\{\{|\}\}|\{([^{}[\]!:.\s][^{}[\]!:.]*)\}/g)].flatMap(([, name]) => name ?? []);
}

function namesOfScorer(scorer: DraftScorer): string[] {
  switch (scorer.kind) {
    case "exact":
    case "number":
      return [scorer.expected.split(".")[0] ?? ""];
    case "contains":
      return scorer.column ? [scorer.column.split(".")[0] ?? ""] : [];
    case "judge":
    case "pairwise":
      return namesIn(scorer.prompt).filter((name) => !ANSWERS.has(name));
    default:
      return [];
  }
}

/**
 * Returns the names that are mapped, and those that prompts and scorers read and no column has.
 *
 * @param messages what the service found: it also reads stored prompts
 */
export function namesToMap(
  { system, user, models, scorers, columnMap }: EvaluationDraft,
  columns: readonly string[],
  messages: Iterable<string>,
): string[] {
  const typed = models.some(({ promptRef }) => promptRef === null) ? [...namesIn(system), ...namesIn(user)] : [];
  const found = [...messages].flatMap((message) => unknownColumnIn(message) ?? []);
  const read = [...typed, ...scorers.flatMap(namesOfScorer), ...found];
  const unknown = read.filter((name) => name !== "" && !columns.includes(name));
  // A mapped name that is a column of another table stays in the list, where it can be removed.
  return [...new Set([...Object.keys(columnMap), ...unknown])];
}

/** Names that are used for the same thing, the likeliest first. */
const ALIKE: readonly (readonly string[])[] = [
  ["question", "user_input", "input", "prompt", "query", "instruction", "task", "message", "text"],
  ["expected", "expected_output", "answer", "target", "ground_truth", "reference", "label", "output", "solution"],
  ["context", "contexts", "documents", "passage", "source"],
];

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");

/** Returns the column that a name most likely means: spelled in another way, or used for the same thing; "" for none. */
export function proposedColumn(name: string, columns: readonly string[]): string {
  const same = columns.find((column) => plain(column) === plain(name));
  if (same !== undefined) return same;
  const alike = ALIKE.find((names) => names.some((one) => plain(one) === plain(name))) ?? [];
  return alike.flatMap((one) => columns.find((column) => plain(column) === plain(one)) ?? [])[0] ?? "";
}

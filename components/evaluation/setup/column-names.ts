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

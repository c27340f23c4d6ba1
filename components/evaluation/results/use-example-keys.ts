"use client";

import type { ChosenExample } from "@/components/evaluation/results/use-chosen-example";
import { useNextExample } from "@/components/evaluation/results/use-next-example";
import type { ResultList, ResultsRequest } from "@/components/evaluation/results/use-results";
import { useKeys } from "@/components/keyboard/use-keys";
import type { EvaluationResultRow, ResultFilter } from "@/lib/api/contract/evaluations/results";
import { stepIndex } from "@/lib/table/step-index";

interface ExampleKeys {
  readonly connectionId: string;
  readonly request: ResultsRequest;
  readonly list: ResultList;
  readonly chosen: ChosenExample;
  /** The key of the example in the URL. */
  readonly chosenKey: string | null;
  /** The filter that the key n follows, and its name as in `No further failing example`. */
  readonly problems: { readonly filter: ResultFilter; readonly name: string };
  readonly onChosen: (row: EvaluationResultRow) => void;
}

/**
 * Moves through the examples by keys: by rows (j, k, arrows), to the next one whose trials disagree (d), and to the next
 * problem (n).
 *
 * @returns the reason why the next example could not be found; null otherwise
 */
export function useExampleKeys(options: ExampleKeys): string | null {
  const { connectionId, request, list, chosen, chosenKey, problems, onChosen } = options;
  const next = useNextExample(connectionId, request, chosenKey, onChosen);
  const step = (by: 1 | -1) => {
    const { row } = list.lineAt(stepIndex(chosen.index, by, list.count));
    if (row !== null) onChosen(row);
  };
  useKeys("evaluation", {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    d: () => next.moveTo("disagreeing", "example whose trials disagree"),
    n: () => next.moveTo(problems.filter, problems.name),
  });
  return next.problem;
}

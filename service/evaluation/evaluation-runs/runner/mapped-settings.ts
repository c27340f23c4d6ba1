import type { EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { Scorer } from "@/lib/api/contract/evaluation-runs/scorers";
import { mappedScorer } from "@/service/evaluation/evaluation-runs/scorers/mapped-columns";
import { renameInTemplate } from "@/service/evaluation/evaluation-runs/scorers/prompt-template";
import type { PromptMessage } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";

/** Returns the messages of a prompt with the columns of the table in braces. */
export const mappedMessages = (
  messages: readonly PromptMessage[],
  { column_map: map }: Pick<EvaluationSettings, "column_map">,
): readonly PromptMessage[] =>
  messages.map(({ role, content }) => ({ role, content: renameInTemplate(content, map ?? {}) }));

/** Returns the scorers as they read the columns of the table. */
export const mappedScorers = ({ scorers, column_map: map }: EvaluationSettings): Scorer[] =>
  scorers.map((scorer) => mappedScorer(scorer, map ?? {}));

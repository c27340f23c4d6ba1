import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { numberOfAnswer } from "@/lib/api/contract/feedback/answer-rewards";
import { answersTo, type Label, type LabelIndex, subjectOf } from "./labels";
import type { Question } from "./rubric";

/** The answers of all reviewers to one item. */
export interface ItemResult {
  readonly item: QueueItem;
  readonly subject: string;
  /** The mean of the reviewers' answers as numbers, by question; questions without a number are left out. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The answers of all reviewers, by question. */
  readonly answers: ReadonlyMap<string, readonly Label[]>;
  /** The newest corrected output; null where no reviewer wrote one. */
  readonly correction: string | null;
}

/** Returns the results of the items that have an answer. */
export function reviewResults(
  projectId: string,
  items: readonly QueueItem[],
  rubric: readonly Question[],
  labels: LabelIndex,
): readonly ItemResult[] {
  return items.flatMap((item) => {
    const subject = subjectOf(projectId, item);
    const answers = new Map(
      rubric.flatMap((question) => {
        const given = answersTo(labels, subject, question.name);
        return given.length === 0 ? [] : [[question.name, given] as const];
      }),
    );
    if (answers.size === 0 || item.is_missing === true) return [];
    const numbers = new Map(
      rubric.flatMap((question): [string, number][] => {
        const values = (answers.get(question.name) ?? []).flatMap(
          ({ value }) => numberOfAnswer(question.rewards, value) ?? [],
        );
        return values.length === 0
          ? []
          : [[question.name, values.reduce((sum, value) => sum + value, 0) / values.length]];
      }),
    );
    return [{ item, subject, numbers, answers, correction: correctionIn(rubric, answers) }];
  });
}

function correctionIn(rubric: readonly Question[], answers: ItemResult["answers"]): string | null {
  const texts = rubric
    .filter(({ isCorrection }) => isCorrection)
    .flatMap(({ name }) => answers.get(name) ?? [])
    .filter(({ value }) => typeof value === "string" && value.trim() !== "")
    .sort((left, right) => (left.at < right.at ? 1 : -1));
  return typeof texts[0]?.value === "string" ? texts[0].value : null;
}

/** Rewards that reviewers gave, by the id of a thread or a trace. */
export interface ReviewedRewards {
  readonly threads: Readonly<Record<string, number>>;
  readonly traces: Readonly<Record<string, number>>;
}

/** Returns the rewards that the answers to a question are. Several items of one trace have the mean of theirs. */
export function rewardsOf(results: readonly ItemResult[], question: string): ReviewedRewards {
  const threads = new Map<string, number[]>();
  const traces = new Map<string, number[]>();
  for (const { item, numbers } of results) {
    const reward = numbers.get(question);
    if (reward === undefined) continue;
    const [kind, id] = item.kind === "thread" ? [threads, item.thread_id ?? ""] : [traces, item.call_trace_id];
    kind.set(id, [...(kind.get(id) ?? []), reward]);
  }
  const means = (values: ReadonlyMap<string, readonly number[]>) =>
    Object.fromEntries([...values].map(([id, all]) => [id, all.reduce((sum, value) => sum + value, 0) / all.length]));
  return { threads: means(threads), traces: means(traces) };
}

import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { scoreText } from "@/lib/score/score-text";
import { ScoreValue } from "./score-value";

/** The first number or boolean among the scores of a call in a tree, with all of them in its title. */
export function TreeVerdict({ scores }: { scores: readonly SubjectScore[] }) {
  const [first] = scores.filter(({ value }) => typeof value !== "string");
  if (first === undefined) return null;
  const title = scores.map(({ name, value }) => `${name}: ${scoreText(value)}`).join(", ");
  return (
    <span
      title={title}
      className="ml-[7px] inline-flex h-4 flex-none items-center gap-1 rounded-[3px] px-1 text-micro text-ink-2 shadow-[inset_0_0_0_1px_var(--line-strong)]"
    >
      <span className="max-w-[9ch] truncate text-ink-3">{first.name}</span>
      <ScoreValue value={first.value} />
    </span>
  );
}

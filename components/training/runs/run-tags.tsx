import { Tag } from "@/components/ui/tag";
import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";
import { runStates } from "@/lib/run/run-states";
import { verdictWord } from "@/lib/training/runs/run-words";

/** The state of a run as a word. */
export function RunStateTag({ state }: Pick<TrainingRun, "state">) {
  const { text, tone } = runStates[state];
  return <Tag tone={tone}>{text}</Tag>;
}

/** The verdict on a run as a word; the sentence with its figures is the title. */
export function VerdictTag({ verdict }: Pick<TrainingRun, "verdict">) {
  const { text, tone } = verdictWord(verdict);
  return (
    <Tag tone={tone} title={verdict.sentence}>
      {text}
    </Tag>
  );
}

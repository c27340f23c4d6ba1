import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";

/** Which of n answers is shown, or all of them side by side. */
export type VisibleChoice = "all" | number;

/** The view of an answer. */
export type AnswerMode = "answer" | "tokens" | "difference";

const MODE_LABELS: Record<AnswerMode, string> = { answer: "Answer", tokens: "Tokens", difference: "Difference" };

type AnswerBarProps = {
  count: number;
  shown: VisibleChoice;
  onVisibleChange: (shown: VisibleChoice) => void;
  modes: readonly AnswerMode[];
  mode: AnswerMode;
  onMode: (mode: AnswerMode) => void;
};

const MAX_SEGMENTS = 3;

/** Switches between n answers, and between the views of one. Renders nothing when there is only one of each. */
export function AnswerBar({ count, shown, onVisibleChange: onShown, modes, mode, onMode }: AnswerBarProps) {
  if (count < 2 && modes.length < 2) return null;
  const options = ["all", ...Array.from({ length: count }, (_, index) => String(index))].map((value) => ({
    value,
    label: value === "all" ? `All ${count}` : String(Number(value) + 1),
  }));
  const change = (value: string) => onShown(value === "all" ? "all" : Number(value));
  return (
    <div className="flex flex-none flex-wrap items-center gap-1.5 px-3.5 pt-2">
      {count < 2 ? null : count <= MAX_SEGMENTS ? (
        <Segmented size="small" label="Answers" value={String(shown)} segments={options} onChange={change} />
      ) : (
        <Select
          label="Answers"
          value={String(shown)}
          options={options}
          onChange={change}
          className="h-(--ctl-h-small) text-small"
        />
      )}
      {modes.length < 2 ? null : (
        <Segmented
          size="small"
          label="View"
          value={mode}
          segments={modes.map((value) => ({ value, label: MODE_LABELS[value] }))}
          onChange={onMode}
        />
      )}
    </div>
  );
}

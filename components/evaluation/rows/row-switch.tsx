import { Segmented } from "@/components/form/segmented";
import type { CountedRows } from "@/lib/api/contract/evaluations/counted-rows";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";
import { areRowsMixed, trainedWords } from "@/lib/evaluation/runs/row-words";
import { formatCount } from "@/lib/format/count";

type RowSwitchProps = {
  /** Null while unknown, and for services without lineage. */
  rows: Pick<CountedRows, "trained" | "all"> | null | undefined;
  /** The part whose figures are shown. */
  part: RowPart;
  onPart: (part: RowPart) => void;
};

/** Says how many rows a model was trained on, and switches between held-out, trained and all rows. */
export function RowSwitch({ rows, part, onPart }: RowSwitchProps) {
  const words = rows ? trainedWords(rows) : null;
  if (!rows || words === null) return null;
  const { trained, all } = rows;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {areRowsMixed(rows) ? (
        <Segmented
          label="Rows that count"
          size="small"
          value={part}
          segments={[
            { value: "held_out", label: `Held out ${formatCount(all - trained)}` },
            { value: "trained", label: `Trained ${formatCount(trained)}` },
            { value: "all", label: `All ${formatCount(all)}` },
          ]}
          onChange={onPart}
        />
      ) : null}
      <span
        className="text-small text-ink-3"
        title="Known by the jobs and training runs of the model: their tasks are these rows, or begin with the same message."
      >
        {words}
      </span>
    </span>
  );
}

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

type RowPartsProps = {
  /** Null where the runs that are shown have different numbers of rows. */
  rows: Pick<CountedRows, "trained" | "all"> | null;
  part: RowPart;
  onPart: (part: RowPart) => void;
};

/** Switches between held-out, trained and all rows. */
export function RowParts({ rows, part, onPart }: RowPartsProps) {
  const counted = (label: string, count: (rows: Pick<CountedRows, "trained" | "all">) => number) =>
    rows === null ? label : `${label} ${formatCount(count(rows))}`;
  return (
    <Segmented
      label="Rows that count"
      size="small"
      value={part}
      segments={[
        { value: "held_out", label: counted("Held out", ({ all, trained }) => all - trained) },
        { value: "trained", label: counted("Trained", ({ trained }) => trained) },
        { value: "all", label: counted("All", ({ all }) => all) },
      ]}
      onChange={onPart}
    />
  );
}

/** Says how many rows a model was trained on, and switches between held-out, trained and all rows. */
export function RowSwitch({ rows, part, onPart }: RowSwitchProps) {
  const words = rows ? trainedWords(rows) : null;
  if (!rows || words === null) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {areRowsMixed(rows) ? <RowParts rows={rows} part={part} onPart={onPart} /> : null}
      <span
        className="text-small text-ink-3"
        title="Known by the jobs and training runs of the model: their tasks are these rows, or begin with the same message."
      >
        {words}
      </span>
    </span>
  );
}

import { RuledTable, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { classNames } from "@/lib/style/class-names";
import { type CheckpointContext, CheckpointRow } from "./checkpoint-row";
import type { CheckpointListRow } from "./prepare-checkpoints";

type CheckpointTableProps = CheckpointContext & {
  rows: readonly CheckpointListRow[];
  /** The metric that is drawn. */
  metric: string | null;
  onMetric: (metric: string) => void;
};

/** Checkpoints with their score and every metric as a column. A metric's header selects what is drawn. */
export function CheckpointTable(props: CheckpointTableProps) {
  const { rows, names, metric, onMetric, score } = props;
  return (
    <RuledTable label="Checkpoints" className="min-h-[260px] border-t border-line">
      <thead>
        <tr>
          <RuledTableHeadCell>Step</RuledTableHeadCell>
          {score === null ? null : (
            <RuledTableHeadCell isEnd>
              <span className="text-code text-ink" title={`${score.name}, from the evaluation of each checkpoint`}>
                {score.name}
              </span>
            </RuledTableHeadCell>
          )}
          {names.map((name) => (
            <RuledTableHeadCell key={name} isEnd aria-sort={name === metric ? "other" : undefined}>
              <button
                type="button"
                title={`Draw ${name}`}
                onClick={() => onMetric(name)}
                className={classNames("text-code hover:text-ink", name === metric && "font-medium text-accent-text")}
              >
                {name}
              </button>
            </RuledTableHeadCell>
          ))}
          <RuledTableHeadCell isEnd>Saved</RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="right-0 z-20 border-l border-line">
            <span className="sr-only">Actions</span>
          </RuledTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CheckpointRow key={row.id} row={row} {...props} />
        ))}
      </tbody>
    </RuledTable>
  );
}

import { CircleStop, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import { literalVariables, type MappedVariable } from "./prepare-rows";
import { SaveRows } from "./save-rows";
import type { RowRuns, RowsDraft } from "./use-row-runs";

const MAX_NAMED_ROWS = 5;

type RowsFootProps = {
  playground: RowsDraft;
  mapping: readonly MappedVariable[];
  runs: RowRuns;
  emptyRows: readonly number[];
  canRun: boolean;
};

/** How far the run is or why it cannot start, and its actions. */
export function RowsFoot({ playground, mapping, runs, emptyRows, canRun }: RowsFootProps) {
  const { rows, columns, variables } = playground.draft;
  const problem = problemOf(mapping, runs, emptyRows);
  const literal = literalVariables(rows, mapping, variables);
  const removeEmpty = () => {
    runs.forgetAll();
    playground.change((before) => ({
      ...before,
      rows: before.rows.filter((_, index) => !emptyRows.includes(index)),
    }));
  };
  return (
    <div className="flex items-center gap-2 max-md:flex-wrap">
      <p role="status" className="min-w-0 flex-1 text-small text-ink-2 max-md:flex-none max-md:basis-full">
        {runs.progress
          ? `${formatCount(runs.progress.done)} of ${formatCount(runs.progress.total)} finished`
          : `${countOf(rows.length, "row")}, ${countOf(rows.length * columns.length, "completion")}`}
        {problem !== null && rows.length > 0 ? (
          <span className="text-err">. {problem}</span>
        ) : literal.length > 0 ? (
          `. Some rows have no value for ${literal.join(", ")}, which is sent literally there`
        ) : null}
      </p>
      {emptyRows.length > 0 && mapping.length > 0 ? (
        <Button size="small" onClick={removeEmpty}>
          Remove {countOf(emptyRows.length, "empty row")}
        </Button>
      ) : null}
      {runs.isRunning ? null : <SaveRows playground={playground} runs={runs} />}
      {runs.isRunning ? (
        <Button kind="danger" icon={<CircleStop size={14} strokeWidth={1.7} aria-hidden="true" />} onClick={runs.stop}>
          Stop
        </Button>
      ) : (
        <Button
          kind="primary"
          disabled={!canRun || rows.length === 0 || problem !== null}
          icon={<Play size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={runs.run}
        >
          Run {countOf(rows.length, "row")}
        </Button>
      )}
    </div>
  );
}

/** Why no row may be sent; null when all may. */
function problemOf(mapping: readonly MappedVariable[], runs: RowRuns, emptyRows: readonly number[]): string | null {
  if (mapping.length === 0) return "Write {{name}} in a message to use a column";
  const [problem] = runs.problems;
  // An empty row has a problem of its own, with a remedy: the messages may consist of its values.
  if (emptyRows.length === 0) return problem?.message ?? null;
  const numbers = emptyRows.slice(0, MAX_NAMED_ROWS).map((index) => formatCount(index + 1));
  const more = emptyRows.length - numbers.length;
  const named = more > 0 ? `${numbers.join(", ")} and ${formatCount(more)} more` : numbers.join(", ");
  return emptyRows.length === 1 ? `Row ${named} is empty` : `Rows ${named} are empty`;
}

import Link from "next/link";
import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";
import { PaneState } from "@/components/state/pane-state";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { countOf, formatCount } from "@/lib/format/count";
import { RowsPager } from "./rows-pager";
import { TrialMarks } from "./trial-marks";
import type { RunBlock } from "./use-run";

type RunRowsProps = {
  run: EvaluationRunDetail;
  slug: string;
  block: RunBlock;
  scorer: string | null;
  onScorer: (scorer: string) => void;
  view: "live" | "errors";
  onView: (view: "live" | "errors") => void;
};

/** The rows of a run that have begun, in the order of the table, or its first errors. */
export function RunRows({ run, slug, block, scorer, onScorer, view, onView }: RunRowsProps) {
  const names = run.settings.scorers.map(({ name }) => name);
  return (
    <section aria-label="Rows so far" className="flex min-h-0 flex-1 flex-col max-lg:flex-none">
      <div className="flex min-h-[42px] flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-1 max-md:px-3">
        <h2 className="font-semibold">Rows so far</h2>
        <span className="text-small text-ink-3">
          {formatCount(run.rows_complete)} of {formatCount(run.rows)} complete
        </span>
        {view === "live" ? <RowsPager block={block} rowCount={run.rows} shownCount={run.row_marks.length} /> : null}
        <span className="ml-auto flex flex-wrap items-center gap-1.5">
          {names.length > 1 ? (
            <Select
              label="Scorer"
              value={scorer ?? names[0] ?? ""}
              options={names.map((name) => ({ value: name, label: name }))}
              onChange={onScorer}
              className="h-(--ctl-h-small) text-small"
            />
          ) : null}
          <Segmented
            label="Which rows"
            size="small"
            value={view}
            onChange={onView}
            segments={[
              { value: "live", label: "Live" },
              { value: "errors", label: `Errors ${run.errors}` },
            ]}
          />
        </span>
      </div>
      {view === "live" ? <LiveRows run={run} /> : <ErrorRows run={run} slug={slug} />}
    </section>
  );
}

/** The number of a row as tables and results have it, from 0. */
const rowNumber = ({ position, row }: { position: number; row?: number | null | undefined }): string =>
  formatCount(row ?? position);

function LiveRows({ run }: { run: EvaluationRunDetail }) {
  if (run.row_marks.length === 0) {
    return (
      <PaneState kind="empty" title="No row has begun yet">
        Rows appear here as soon as their first trial runs.
      </PaneState>
    );
  }
  const perRow = run.trials * run.models.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
    <section tabIndex={0} aria-label="Marks of the rows" className="min-h-0 flex-1 overflow-auto">
      <table className="w-full min-w-[520px] text-small">
        <thead className="sticky top-0 bg-sunken">
          <tr className="h-[26px] text-left text-micro text-ink-3">
            <th scope="col" className="w-[52px] px-4 font-normal">
              Row
            </th>
            <th scope="col" className="font-normal">
              Input
            </th>
            {run.models.map(({ label, call_id: id }) => (
              <th key={`${label} ${id}`} scope="col" className="border-l border-line px-2 font-normal">
                {label}
              </th>
            ))}
            <th scope="col" className="w-[80px] pr-4 text-right font-normal">
              Done
            </th>
          </tr>
        </thead>
        <tbody>
          {run.row_marks.map(({ position, row, text, marks, done }) => (
            <tr key={position} className="h-[26px] border-t border-line">
              <td className="px-4 text-ink-3 tabular-nums">{rowNumber({ position, row })}</td>
              <td className="max-w-0 w-1/2 truncate pr-2" title={text}>
                {text}
              </td>
              {marks.map((one, index) => (
                <td key={run.models[index]?.call_id ?? index} className="border-l border-line px-2">
                  <TrialMarks marks={one} label={run.models[index]?.label ?? ""} />
                </td>
              ))}
              <td className="pr-4 text-right tabular-nums">
                {done} of {perRow}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ErrorRows({ run, slug }: { run: EvaluationRunDetail; slug: string }) {
  if (run.first_errors.length === 0) return <PaneState kind="empty" title="No errors yet" />;
  return (
    <ul className="min-h-0 flex-1 overflow-auto">
      {run.first_errors.map(({ call_id: id, model_index: index, position, row, trial, error }) => (
        <li key={id} className="grid gap-0.5 border-b border-line px-4 py-1.5 text-small">
          <span className="text-ink-3">
            {run.models[index]?.label}, row {rowNumber({ position, row })}, trial {trial + 1}{" "}
            <Link href={`/${slug}/traces/${id}`} className="text-accent-text">
              Open call
            </Link>
          </span>
          <span className="text-err [overflow-wrap:anywhere]">{error}</span>
        </li>
      ))}
      {run.errors > run.first_errors.length ? (
        <li className="px-4 py-1.5 text-small text-ink-3">
          The first {run.first_errors.length} of {countOf(run.errors, "trial")} with an error.
        </li>
      ) : null}
    </ul>
  );
}

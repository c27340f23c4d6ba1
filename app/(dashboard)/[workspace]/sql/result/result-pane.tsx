"use client";

import { Segmented } from "@/components/form/segmented";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { RowsExportMenu } from "@/components/table/rows-export-menu";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Tag } from "@/components/ui/tag";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { countOf, formatCount } from "@/lib/format/count";
import { formatClock } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";
import { exportResult } from "./export-result";
import { ResultTable } from "./result-table";
import type { SqlAnswer } from "./use-sql-run";

const ResultChart = partLoadedLater(async () => (await import("./result-chart")).ResultChart);

type ResultForm = "table" | "chart";

type ResultPaneProps = {
  workspace: Workspace;
  answer: SqlAnswer | null;
  /** A failure that is not about the query. */
  failure: ServiceFailure | null;
  isRunning: boolean;
  /** True when the text is not the one that the result answers. */
  isOlder: boolean;
  form: ResultForm;
  onForm: (form: ResultForm) => void;
  onRetry: () => void;
  hrefOf: (span: { startMs: number; endMs: number }) => string;
};

/** The result of the last query, or why there is none. */
export function ResultPane(props: ResultPaneProps) {
  const { workspace, answer, failure, isRunning, onRetry } = props;
  if (failure?.kind === "unsupported") {
    return (
      <UnsupportedState connectionName={workspace.connectionName} what="SQL" operation="sql.query" onRetry={onRetry}>
        . Traces and Overview answer most questions with filters.
      </UnsupportedState>
    );
  }
  if (failure !== null && failure.kind !== "cancelled" && answer === null) {
    return <FailureState failure={failure} onRetry={onRetry} isRetrying={isRunning} />;
  }
  if (answer === null) {
    return (
      <PaneState kind="empty" title={isRunning ? "The query runs" : "No result yet"}>
        {isRunning
          ? "Leaving the page, or Cancel, stops it in the service."
          : "Run the query with ⌘ Enter. It reads this project only and changes nothing."}
      </PaneState>
    );
  }
  return <Answer {...props} answer={answer} />;
}

function Answer({
  workspace,
  answer,
  failure,
  isOlder,
  form,
  onForm,
  hrefOf,
}: ResultPaneProps & { answer: SqlAnswer }) {
  const { result, atMs } = answer;
  return (
    <section aria-label="Result" className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-10 flex-none flex-wrap items-center gap-2 px-4 py-1 max-md:px-3">
        <h2 className="font-medium">Result</h2>
        <span className="text-small text-ink-3">
          {countOf(result.rows.length, "row")}, {formatClock(atMs, true)}
        </span>
        {result.is_cut ? <Tag tone="warn">first {formatCount(result.limits.rows)} rows, there are more</Tag> : null}
        {isOlder ? <Tag tone="warn">query changed since</Tag> : null}
        {failure && failure.kind !== "validation" && failure.kind !== "cancelled" ? (
          <span role="alert" className="text-small text-err">
            The last query failed: {failure.message}
          </span>
        ) : null}
        <span className="ml-auto flex items-center gap-2">
          <Segmented
            size="small"
            label="Form of the result"
            value={form}
            segments={[
              { value: "table", label: "Table" },
              { value: "chart", label: "Chart" },
            ]}
            onChange={onForm}
          />
          <RowsExportMenu thing="row" onSave={(format) => exportResult(workspace, result, format)} />
        </span>
      </header>
      {result.rows.length === 0 ? (
        <PaneState kind="no-match" title="No rows">
          The query is right, and nothing in this project matches it.
        </PaneState>
      ) : form === "chart" ? (
        <ResultChart key={atMs} result={result} hrefOf={hrefOf} />
      ) : (
        <ResultTable key={atMs} result={result} listKey={String(atMs)} />
      )}
    </section>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { Segmented } from "@/components/form/segmented";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { DataTable } from "@/components/table/data-table";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type SourceChoice, sourceNames } from "@/lib/calls/source-choice";
import { saveCsv } from "@/lib/chart/export-chart";
import { nameInSentence, timeRangeName } from "@/lib/filter/time-range";
import { countOf } from "@/lib/format/count";
import { firstArrangement } from "@/lib/table/column-arrangement";
import { stepIndex } from "@/lib/table/step-index";
import type { Workspace } from "@/lib/workspace/workspace";
import { type SpendGrouping, type SpendRow, spendGroupings, unpricedModels } from "./prepare-spend";
import { SpendChart } from "./spend-chart";
import { spendColumns, spendLabels } from "./spend-columns";
import { spendCsv } from "./spend-csv";
import { SpendTotals } from "./spend-totals";
import { UnpricedBand } from "./unpriced-band";
import { useSpend } from "./use-spend";

type SpendPanelProps = {
  workspace: Workspace;
  name: SpendGrouping;
  source: SourceChoice;
  /** Shows the spend of all calls. */
  onAllSources: () => void;
  onNameChange: (name: SpendGrouping) => void;
  onAdd: ((model: string) => void) | undefined;
  /** Opens the check of the figures. */
  onCheck: () => void;
};

const NO_SPEND_ROWS = () => undefined;
const none: ReadonlySet<string> = new Set();

/** The cost of the calls in the time range: by model, op, user, key, thread or day. A row links to its traces. */
export function SpendPanel({ workspace, name, source, onNameChange, onAdd, onCheck, ...on }: SpendPanelProps) {
  const router = useRouter();
  const isPhone = useIsPhone();
  const { spend, range, shownName, failure, isFetching, retry } = useSpend(workspace, name, source);
  const [cursor, setCursor] = useState<string | null>(null);
  const columns = useMemo(() => spendColumns(shownName, isPhone), [shownName, isPhone]);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const rows = spend?.rows ?? [];
  const rowAt = useCallback((index: number): SpendRow | undefined => spend?.rows[index], [spend]);
  const at = rows.findIndex(({ key }) => key === cursor);
  const open = ({ href }: SpendRow) => {
    if (href !== null) router.push(href);
  };
  const step = (by: 1 | -1) => setCursor(rows[stepIndex(at, by, rows.length)]?.key ?? null);
  useKeys("costs", {
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    Enter: () => {
      const row = rows[at];
      if (row) open(row);
    },
  });
  const rangeName = timeRangeName(range, Date.now());
  const body = () => {
    if (failure?.kind === "unsupported") return <SpendUnsupported workspace={workspace} onRetry={retry} />;
    if (failure) return <FailureState failure={failure} onRetry={retry} />;
    return (
      <DataTable<SpendRow>
        label={`Spend by ${spendLabels[shownName].toLowerCase()}`}
        columns={columns}
        count={rows.length}
        rowAt={rowAt}
        rowId={(row) => row.key}
        rowHeightPx={32}
        totalCount={rows.length}
        sort={null}
        onSortChange={NO_SPEND_ROWS}
        arrangement={{ ...firstArrangement(columns), widths }}
        onArrange={(next) => setWidths(next.widths)}
        selected={none}
        cursorIndex={at}
        rowTone={() => null}
        onRowPressed={open}
        onNearEnd={NO_SPEND_ROWS}
        onRangeChange={NO_SPEND_ROWS}
      >
        {spend === null ? (
          <SkeletonRows count={10} rowHeight={32} />
        ) : rows.length === 0 ? (
          <NoSpend range={rangeName} source={source} onAllSources={on.onAllSources} />
        ) : null}
      </DataTable>
    );
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col border-t border-line">
      <div className="flex min-h-11 flex-none items-center gap-3 overflow-x-auto px-4 [scrollbar-width:none] max-md:flex-wrap max-md:gap-y-2 max-md:px-3 max-md:py-2">
        <Segmented
          label="Spend by"
          size="small"
          value={name}
          onChange={onNameChange}
          segments={spendGroupings.map((value) => ({ value, label: spendLabels[value] }))}
        />
        <Button size="small" className="ml-auto" disabled={spend === null} onClick={onCheck}>
          Check figures
        </Button>
        <Button
          size="small"
          className="max-md:hidden"
          disabled={rows.length === 0}
          onClick={() => saveCsv(spendCsv(rows, spendLabels[shownName]), `spend-by-${shownName}`)}
        >
          Export
        </Button>
      </div>
      {spend ? <SpendTotals total={spend.total} rangeName={rangeName} /> : null}
      {spend && rows.length > 0 ? <SpendChart workspace={workspace} source={source} /> : null}
      <div className="relative h-0">
        {isFetching ? <ProgressBar label="Loading spend" className="absolute inset-x-0 top-0 z-[3]" /> : null}
      </div>
      {body()}
      {spend && shownName === "model" ? (
        <UnpricedBand models={unpricedModels(spend)} rangeName={rangeName} onAdd={onAdd} />
      ) : null}
      <PageFoot
        hints={<KeyHints hints={[keyHint("costs", ["j", "k"], "move"), keyHint("costs", ["Enter"], "traces")]} />}
      >
        <span>{countOf(rows.length, "row")}</span>
        <span className="truncate">each token counts once; days are in UTC</span>
      </PageFoot>
    </div>
  );
}

type NoSpendProps = { range: string; source: SourceChoice; onAllSources: () => void };

function NoSpend({ range, source, onAllSources }: NoSpendProps) {
  const isAll = source === "all";
  return (
    <PaneState
      kind="no-match"
      title={isAll ? "No tokens in this range" : `No tokens of ${sourceNames[source].toLowerCase()} in this range`}
      actions={
        isAll ? null : (
          <Button size="small" onClick={onAllSources}>
            All sources
          </Button>
        )
      }
    >
      The range is <b>{nameInSentence(range)}</b>. Calls report token usage under{" "}
      <span className="text-code">summary.usage</span>; costs require a price for the model.
    </PaneState>
  );
}

function SpendUnsupported({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <UnsupportedState
      connectionName={workspace.connectionName}
      what="call statistics"
      operation="calls.stats"
      onRetry={onRetry}
    >
      , so spend cannot be computed. Price records are still listed under Prices.
    </UnsupportedState>
  );
}

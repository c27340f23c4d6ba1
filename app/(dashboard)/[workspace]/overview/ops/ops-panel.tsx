"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useRef, useState } from "react";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { Input } from "@/components/form/input";
import { useKeys } from "@/components/keyboard/use-keys";
import { useUserNames } from "@/components/session/use-user-names";
import { DataTable } from "@/components/table/data-table";
import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { CallGroup } from "@/lib/api/contract/calls/call-stats";
import { type Grouping, termOf } from "@/lib/calls/grouping";
import { durationScale } from "@/lib/chart/duration-scale";
import { formatCount } from "@/lib/format/count";
import { firstArrangement } from "@/lib/table/column-arrangement";
import type { RowTone } from "@/lib/table/row-tone";
import { nextSort, type Sort } from "@/lib/table/sort";
import { stepIndex } from "@/lib/table/step-index";
import type { Workspace } from "@/lib/workspace/workspace";
import { opsColumns } from "./ops-columns";
import { filterAndSortOps, HIGH_ERROR_SHARE, type OpRow, opNames, prepareOps } from "./prepare-ops";
import { useOpKinds } from "./use-op-kinds";

const ROW_HEIGHT_PX = 26;
const PHONE_COLUMNS = new Set(["op", "calls", "errors"]);
const nothingSelected: ReadonlySet<string> = new Set();
type OpsPanelProps = {
  workspace: Workspace;
  group: CallGroup | undefined;
  /** The group whose values are the rows. */
  grouping: Grouping;
  scope: TracesScope;
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  text: string;
  onTextChange: (text: string) => void;
};

/** The ops of the range, or the values of another group; a row links to its traces. */
export function OpsPanel(props: OpsPanelProps) {
  const { workspace, group, grouping, scope, sort, onSortChange, text, onTextChange } = props;
  const isOp = grouping.by === "op";
  const title = isOp ? "Ops" : `By ${grouping.label}`;
  const noun = isOp ? "op" : "value";
  const { connectionId, projectId } = workspace;
  const router = useRouter();
  const isPhone = useIsPhone();
  const userNames = useUserNames(grouping.by === "svc_user_id");
  const box = useRef<HTMLInputElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const names = useMemo(() => (isOp ? opNames(group) : []), [isOp, group]);
  const kinds = useOpKinds({ connectionId, projectId, areRootsOnly: scope.areRootsOnly, names });
  const all = useMemo(() => prepareOps(group, kinds, grouping, userNames), [group, kinds, grouping, userNames]);
  const rows = useMemo(() => filterAndSortOps(all, text, sort), [all, text, sort]);
  const columns = useMemo(() => {
    const allColumns = opsColumns(durationScale(all.flatMap(({ p50Ms, p99Ms }) => [p50Ms, p99Ms])), grouping);
    return isPhone ? allColumns.filter(({ id }) => PHONE_COLUMNS.has(id)) : allColumns;
  }, [all, isPhone, grouping]);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const arrangement = useMemo(() => ({ ...firstArrangement(columns), widths }), [columns, widths]);
  const rowAt = useCallback((index: number) => rows[index], [rows]);
  const cursorIndex = rows.findIndex((row) => rowKey(row) === cursor);
  const open = (row: OpRow) => router.push(tracesHref(scope, { terms: [termOf(grouping, row.value)] }));
  const step = (by: 1 | -1) => {
    const row = rows[stepIndex(cursorIndex, by, rows.length)];
    setCursor(row ? rowKey(row) : null);
  };
  useKeys("overview", {
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    Enter: () => {
      const row = rows[cursorIndex];
      if (row) open(row);
    },
  });
  useKeys("everywhere", { Escape: () => setCursor(null), "/": () => box.current?.focus() });
  const valueCount = group?.value_count ?? 0;
  const isCut = valueCount > all.length;
  return (
    <section
      aria-label={title}
      className="flex min-h-0 min-w-0 flex-col border-r border-line max-lg:col-span-2 max-lg:h-[340px] max-lg:border-r-0 max-lg:border-b max-md:col-span-1"
    >
      <header className="flex h-[34px] flex-none items-center gap-2 pr-3 pl-4 max-md:pl-3">
        <h2 className="truncate text-base font-medium">{title}</h2>
        <span className="truncate text-micro text-ink-3">
          {formatCount(valueCount)} with calls in range
          {isCut ? `, showing the top ${formatCount(all.length)} by calls` : ""}
        </span>
        <Input
          ref={box}
          size="small"
          aria-label={`Find ${noun}`}
          placeholder={`Find ${noun}`}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onTextChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
          }}
          leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
          className="ml-auto w-[150px] flex-none"
        />
      </header>
      <DataTable<OpRow>
        label={title}
        columns={columns}
        count={rows.length}
        rowAt={rowAt}
        rowId={rowKey}
        rowHeightPx={ROW_HEIGHT_PX}
        totalCount={rows.length}
        sort={sort}
        onSortChange={(field) => onSortChange(nextSort(sort, field))}
        arrangement={arrangement}
        onArrange={(next) => setWidths(next.widths)}
        selected={nothingSelected}
        cursorIndex={cursorIndex}
        rowTone={toneOf}
        onRowPressed={open}
        onNearEnd={noMore}
        onRangeChange={noMore}
      >
        {rows.length === 0 ? (
          <p role="status" className="m-auto p-6 text-small text-ink-2">
            {text === "" ? `No ${noun}s in this range` : `No ${noun}s match “${text}”`}
          </p>
        ) : null}
      </DataTable>
    </section>
  );
}

/** Two users may have the same name. */
function rowKey(row: OpRow): string {
  return row.value ?? row.name;
}

function toneOf(row: OpRow): RowTone {
  return (row.errorRate ?? 0) >= HIGH_ERROR_SHARE ? "error" : null;
}

/** All rows are loaded at once. */
function noMore(): void {}

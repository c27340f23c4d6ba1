"use client";

import { useMemo } from "react";
import { sideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { DiffView } from "@/components/diff/diff-view";
import { type NamedValue, useComparison } from "@/components/diff/use-comparison";
import { JsonViewer } from "@/components/json/json-viewer";
import { MediaStrip } from "@/components/media/media-strip";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { DiffMode } from "@/lib/diff/compare-values";
import type { DiffLayout } from "@/lib/diff/diff-rows";

type ValuesDiffProps = {
  calls: readonly (Call | null)[];
  columns: readonly [number, number];
  /** True to compare the full record instead of its payload. */
  isWhole: boolean;
  as: DiffMode;
  layout: DiffLayout;
};

/** Inputs and output of two calls line by line; a value that only one side has is shown without a comparison. */
export function ValuesDiff({ calls, columns, isWhole, as, layout }: ValuesDiffProps) {
  const [left, right] = calls;
  const sides = useMemo(
    () => [left, right].map((call) => (call ? namedValue(call, isWhole) : null)),
    [left, right, isWhole],
  );
  const [before = null, after = null] = sides;
  const comparison = useComparison(before, after, as);
  const only = before === null ? after : after === null ? before : null;
  if (only) {
    return <JsonViewer label={`side ${sideLetter(columns[before === null ? 1 : 0])}`} value={only.value} isFilling />;
  }
  if (before === null || after === null) {
    return <PaneState kind="empty" title="Neither side has this call" />;
  }
  if (comparison.isError) {
    return <FailureState failure={failureOf(comparison.error)} onRetry={() => void comparison.refetch()} />;
  }
  if (!comparison.data) return <ProgressBar label="Comparing" className="flex-none" />;
  const strips = <SideMedia sides={[before, after]} columns={columns} />;
  if (comparison.data.runs.every((run) => run.isSame)) {
    return (
      <>
        {strips}
        <PaneState kind="no-match" title="No differences">
          {sideLetter(columns[0])} and {sideLetter(columns[1])} have the same {as === "json" ? "values" : "text"}.
        </PaneState>
      </>
    );
  }
  return (
    <>
      {strips}
      <DiffView comparison={comparison.data} layout={layout} isJson={as === "json"} isKeyed={false} />
    </>
  );
}

type SideMediaProps = { sides: readonly [NamedValue, NamedValue]; columns: readonly [number, number] };

/** The media of both sides next to each other: lines of JSON do not show what they look like. */
function SideMedia({ sides, columns }: SideMediaProps) {
  return (
    <div className="hidden max-h-[40%] flex-none grid-cols-2 gap-x-4 overflow-auto border-b border-line px-4 has-[ul]:grid max-md:grid-cols-1">
      {sides.map(({ key, value }, index) => (
        <div key={key} className="min-w-0">
          <MediaStrip label={`Media of ${sideLetter(columns[index] ?? 0)}`} value={value} />
        </div>
      ))}
    </div>
  );
}

function namedValue(call: Call, isWhole: boolean): NamedValue {
  const key = `${call.id} ${call.ended_at ?? "running"} ${isWhole ? "raw" : "payload"}`;
  return { key, value: isWhole ? call : { inputs: call.inputs ?? null, output: call.output ?? null } };
}

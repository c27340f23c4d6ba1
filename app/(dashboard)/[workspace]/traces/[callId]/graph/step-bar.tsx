"use client";

import { ChevronLeft, ChevronRight, List } from "lucide-react";
import { useMemo } from "react";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Tooltip } from "@/components/ui/tooltip";
import { countOf, formatCount } from "@/lib/format/count";
import { statusOf } from "@/lib/trace/skeleton/trace-skeleton";
import { stepCalls } from "./prepare-step-calls";
import { StepCallList } from "./step-call-list";
import type { ReadGraph } from "./use-graph";

type StepBarProps = {
  read: ReadGraph;
  node: number;
  selectedRow: number;
  untilMs: number;
  onSelect: (row: number) => void;
};

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The calls of the selected step: which one is selected, the ones before and after it, the failed ones, and all. */
export function StepBar({ read: { skeleton, graph }, node, selectedRow, untilMs, onSelect }: StepBarProps) {
  const { rows, at, nextErrorRow } = useMemo(
    () => stepCalls(graph.nodeOf, node, selectedRow, (row) => statusOf(skeleton, row) === "error"),
    [graph, node, selectedRow, skeleton],
  );
  const step = graph.nodes[node];
  if (step === undefined) return null;
  const [before, after] = [rows[at - 1] ?? -1, rows[at + 1] ?? -1];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      role="group"
      aria-label={`Calls of ${step.name}`}
      className="flex h-9 flex-none items-center gap-1.5 overflow-x-auto border-t border-line bg-surface pr-2 pl-4 text-small [scrollbar-width:none] max-md:h-12 max-md:pl-3"
    >
      <KindGlyph kind={step.kind} />
      <span className="min-w-12 truncate text-code">{step.name}</span>
      <span role="status" className="mr-1 ml-1 flex-none text-ink-2">
        {step.callCount === 1 ? "1 call" : `call ${formatCount(at + 1)} of ${formatCount(step.callCount)}`}
      </span>
      {step.callCount === 1 ? null : (
        <>
          <Tooltip text="Previous call of this step" keys={[","]}>
            <Button
              kind="ghost"
              size="icon-small"
              aria-label="Previous call of this step"
              disabled={before < 0}
              onClick={() => onSelect(before)}
            >
              <ChevronLeft {...icon} />
            </Button>
          </Tooltip>
          <Tooltip text="Next call of this step" keys={["."]}>
            <Button
              kind="ghost"
              size="icon-small"
              aria-label="Next call of this step"
              disabled={after < 0}
              onClick={() => onSelect(after)}
            >
              <ChevronRight {...icon} />
            </Button>
          </Tooltip>
          <Popover
            label={`All calls of ${step.name}`}
            className="p-0"
            trigger={
              <Button kind="ghost" size="small" icon={<List {...icon} />}>
                All {formatCount(step.callCount)}
              </Button>
            }
          >
            <StepCallList
              skeleton={skeleton}
              name={step.name}
              rows={rows}
              at={at}
              untilMs={untilMs}
              onSelect={onSelect}
            />
          </Popover>
          {nextErrorRow < 0 ? null : (
            <Button kind="ghost" size="small" className="text-err" onClick={() => onSelect(nextErrorRow)}>
              <StatusGlyph status="error" label="" />
              {countOf(step.errorCount, "error")}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

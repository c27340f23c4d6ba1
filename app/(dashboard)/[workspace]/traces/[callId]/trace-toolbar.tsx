"use client";

import { BoxSelect, FoldVertical, Route, UnfoldHorizontal } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { type GraphForm, graphForms } from "@/app/(dashboard)/[workspace]/traces/[callId]/graph/trace-graph";
import type { ContentSearch } from "@/components/calls/use-content-search";
import { Segmented } from "@/components/form/segmented";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount } from "@/lib/format/count";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { type FoldRule, NO_FOLDS } from "@/lib/trace/tree/folds";
import { FoldMenu } from "./fold-menu";
import { laneGroupings, type TraceViewName } from "./search-params";
import { TraceSearchBox } from "./trace-search-box";
import { TreeColumnsMenu } from "./tree-columns-menu";

/** The URL params that the bar shows and changes. */
interface TraceParams {
  readonly view: TraceViewName;
  readonly q: string;
  readonly fold: FoldRule;
  readonly short: boolean;
  readonly path: boolean;
  readonly nodes: GraphForm;
  readonly lanes: (typeof laneGroupings)[number];
}

type TraceToolbarProps = {
  skeleton: TraceSkeleton;
  params: TraceParams;
  setParams: (change: { [Name in keyof TraceParams]?: TraceParams[Name] | null }) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  matches: Int32Array | null;
  /** True while the matches are those of an earlier text. */
  isSearchBehind: boolean;
  content: ContentSearch;
  selectedRow: number;
  onSelect: (row: number) => void;
  onNextError: () => void;
  /** Whether a span of time is selected. */
  hasArea: boolean;
  /** Selects the time of the selected call, or clears the selected time. */
  onToggleArea: () => void;
};

const viewNames: readonly { value: TraceViewName; label: string }[] = [
  { value: "tree", label: "Tree" },
  { value: "timeline", label: "Timeline" },
  { value: "flame", label: "Flame" },
  { value: "graph", label: "Graph" },
  { value: "log", label: "Log" },
  { value: "transcript", label: "Transcript" },
  { value: "statistics", label: "Statistics" },
];

const laneNames = { depth: "By depth", kind: "By kind" } as const;
const nodeNames = { steps: "Steps", calls: "Calls" } as const;

/** The bar above the calls: view, search, errors, folds, and how time is drawn. */
export function TraceToolbar(props: TraceToolbarProps) {
  const { skeleton, params, setParams, onNextError } = props;
  const hasLanes = params.view === "timeline" || params.view === "flame";
  const hasTime = params.view === "tree" || hasLanes;
  const bar = useRef<HTMLDivElement>(null);
  // Where the bar is narrower than its views, it shows the chosen one.
  useEffect(() => {
    const at = viewNames.findIndex(({ value }) => value === params.view);
    const views = bar.current?.querySelectorAll("[role='radio']");
    views?.[at]?.scrollIntoView?.({ inline: "nearest", block: "nearest" });
  }, [params.view]);
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Calls"
      className="flex h-10 flex-none items-center gap-1.5 scroll-px-2 overflow-x-auto border-b border-line pr-2 pl-4 [scrollbar-width:none] max-md:h-12 max-md:pl-2"
    >
      <Segmented
        label="View"
        size="small"
        value={params.view}
        segments={viewNames}
        onChange={(view) => setParams({ view })}
      />
      {params.view === "statistics" ? null : (
        <TraceSearchBox
          text={params.q}
          onText={(q) => setParams({ q })}
          inputRef={props.searchRef}
          matches={props.matches}
          isBehind={props.isSearchBehind}
          content={props.content}
          selectedRow={props.selectedRow}
          onSelect={props.onSelect}
        />
      )}
      {skeleton.errorCount > 0 ? (
        <Tooltip text="Next error" keys={["N"]}>
          <Button size="small" onClick={onNextError}>
            {/* Its own color, not that of a button's icon. */}
            <span className="contents">
              <StatusGlyph status="error" label="" />
            </span>
            Errors <span className="font-normal text-ink-3">{formatCount(skeleton.errorCount)}</span>
          </Button>
        </Tooltip>
      ) : null}
      <span className="ml-auto flex flex-none items-center gap-1.5">
        {params.view === "graph" ? (
          <Segmented
            label="Nodes"
            size="small"
            value={params.nodes}
            segments={graphForms.map((value) => ({ value, label: nodeNames[value] }))}
            onChange={(nodes) => setParams({ nodes })}
          />
        ) : null}
        {params.view === "timeline" ? (
          <Segmented
            label="Lanes"
            size="small"
            value={params.lanes}
            segments={laneGroupings.map((value) => ({ value, label: laneNames[value] }))}
            onChange={(lanes) => setParams({ lanes })}
          />
        ) : null}
        {hasTime && skeleton.idle.length > 0 ? (
          <ToggleButton
            label="Shorten pauses"
            hint={params.short ? "Draw pauses to scale" : "Shorten pauses"}
            isOn={params.short}
            onToggle={() => setParams({ short: !params.short })}
          >
            <UnfoldHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
          </ToggleButton>
        ) : null}
        {hasLanes ? (
          <ToggleButton
            label="Select a span of time"
            hint={props.hasArea ? "Clear the selected time" : "Add up the calls in a span of time"}
            keys={["T"]}
            isOn={props.hasArea}
            onToggle={props.onToggleArea}
          >
            <BoxSelect size={14} strokeWidth={1.7} aria-hidden="true" />
          </ToggleButton>
        ) : null}
        {hasTime ? (
          <ToggleButton
            label="Mark the critical path"
            hint={params.path ? "Hide the critical path" : "Mark the critical path"}
            isOn={params.path}
            onToggle={() => setParams({ path: !params.path })}
          >
            <Route size={14} strokeWidth={1.7} aria-hidden="true" />
          </ToggleButton>
        ) : null}
        {params.view === "tree" ? <TreeColumnsMenu /> : null}
        {params.view === "tree" ? (
          <FoldMenu
            skeleton={skeleton}
            rule={params.fold}
            onChange={(fold) => setParams({ fold })}
            trigger={
              <Button
                kind="ghost"
                size="icon-small"
                isOn={params.fold.kind !== NO_FOLDS.kind}
                aria-label="Collapse calls"
              >
                <FoldVertical size={14} strokeWidth={1.7} aria-hidden="true" />
              </Button>
            }
          />
        ) : null}
      </span>
    </div>
  );
}

type ToggleButtonProps = {
  label: string;
  /** What a press does now. */
  hint: string;
  keys?: readonly string[];
  isOn: boolean;
  onToggle: () => void;
  /** The icon. */
  children: ReactNode;
};

function ToggleButton({ label, hint, keys = [], isOn, onToggle, children }: ToggleButtonProps) {
  return (
    <Tooltip text={hint} keys={keys}>
      <Button kind="ghost" size="icon-small" isOn={isOn} aria-pressed={isOn} aria-label={label} onClick={onToggle}>
        {children}
      </Button>
    </Tooltip>
  );
}

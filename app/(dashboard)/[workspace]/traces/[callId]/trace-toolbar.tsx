"use client";

import { FoldVertical, Route, UnfoldHorizontal } from "lucide-react";
import type { RefObject } from "react";
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
  const hasTime = params.view === "tree" || params.view === "timeline" || params.view === "flame";
  return (
    <div
      role="toolbar"
      aria-label="Calls"
      className="flex h-10 flex-none items-center gap-1.5 overflow-x-auto border-b border-line pr-2 pl-4 [scrollbar-width:none] max-md:h-12 max-md:pl-2"
    >
      <Segmented
        label="View"
        size="small"
        value={params.view}
        segments={viewNames}
        onChange={(view) => setParams({ view })}
      />
      {hasTime || params.view === "log" || params.view === "graph" ? (
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
      ) : null}
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
          <Tooltip text={params.short ? "Draw pauses to scale" : "Shorten pauses"}>
            <Button
              kind="ghost"
              size="icon-small"
              isOn={params.short}
              aria-pressed={params.short}
              aria-label="Shorten pauses"
              onClick={() => setParams({ short: !params.short })}
            >
              <UnfoldHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          </Tooltip>
        ) : null}
        {hasTime ? (
          <Tooltip text={params.path ? "Hide the critical path" : "Mark the critical path"}>
            <Button
              kind="ghost"
              size="icon-small"
              isOn={params.path}
              aria-pressed={params.path}
              aria-label="Mark the critical path"
              onClick={() => setParams({ path: !params.path })}
            >
              <Route size={14} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          </Tooltip>
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

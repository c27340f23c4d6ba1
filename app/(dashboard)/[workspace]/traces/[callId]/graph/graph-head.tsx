import { ChevronLeft, ChevronRight, Maximize, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Tooltip } from "@/components/ui/tooltip";
import { countOf, formatCount } from "@/lib/format/count";
import { EdgeLegend } from "./graph-edges";
import type { CallPage } from "./prepare-call-page";
import { CALLS_PER_PAGE } from "./prepare-call-page";
import type { DrawnGraph } from "./prepare-cut";
import type { ReadGraph } from "./use-graph";
import type { GraphZoom } from "./use-graph-zoom";

type GraphHeadProps = {
  read: ReadGraph;
  zoom: GraphZoom;
  onSelect: (row: number) => void;
};

/** Factor of one press of a zoom button or key. */
export const ZOOM_STEP = 1.25;

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The counts of the graph, its legend, and the buttons for its size. */
export function GraphHead({ read: { graph, page }, zoom, onSelect }: GraphHeadProps) {
  return (
    <>
      <div className="flex h-8 flex-none items-center gap-4 overflow-hidden border-b border-line pr-2 pl-4 text-micro whitespace-nowrap text-ink-3 max-md:h-10 max-md:pl-3">
        {page === null ? (
          <span>
            {countOf(graph.stepCount, "step")}, {countOf(graph.callCount, "call")}
          </span>
        ) : (
          <Pages page={page} onSelect={onSelect} />
        )}
        <EdgeLegend edges={graph.edges} />
        <span className="ml-auto flex flex-none items-center gap-0.5">
          <IconButton label="Zoom out" keys={["S"]} onClick={() => zoom.zoomBy(1 / ZOOM_STEP)}>
            <ZoomOut {...icon} />
          </IconButton>
          <IconButton label="Zoom in" keys={["W"]} onClick={() => zoom.zoomBy(ZOOM_STEP)}>
            <ZoomIn {...icon} />
          </IconButton>
          <IconButton label="Show the whole graph" keys={["0"]} onClick={zoom.showAll}>
            <Maximize {...icon} />
          </IconButton>
        </span>
      </div>
      <CutNotice graph={graph} />
    </>
  );
}

type IconButtonProps = {
  label: string;
  keys?: readonly string[];
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function IconButton({ label, keys = [], isDisabled = false, onClick, children }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <Button kind="ghost" size="icon-small" aria-label={label} disabled={isDisabled} onClick={onClick}>
        {children}
      </Button>
    </Tooltip>
  );
}

/** Which calls are drawn, and the way to the others. */
function Pages({ page, onSelect }: { page: CallPage; onSelect: (row: number) => void }) {
  const first = page.number * CALLS_PER_PAGE;
  if (page.pageCount <= 1) return <span>{countOf(page.callCount, "call")}</span>;
  return (
    <span className="flex items-center gap-1">
      Calls {formatCount(first + 1)} to {formatCount(first + page.graph.nodes.length)} of {formatCount(page.callCount)}
      <IconButton label="Earlier calls" isDisabled={page.previousRow < 0} onClick={() => onSelect(page.previousRow)}>
        <ChevronLeft {...icon} />
      </IconButton>
      <IconButton label="Later calls" isDisabled={page.nextRow < 0} onClick={() => onSelect(page.nextRow)}>
        <ChevronRight {...icon} />
      </IconButton>
    </span>
  );
}

/** Says what is not drawn. */
function CutNotice({ graph: { nodes, edges, stepCount, edgeCount } }: { graph: DrawnGraph }) {
  const isNodeCut = nodes.length < stepCount;
  if (!isNodeCut && edges.length === edgeCount) return null;
  return (
    <Callout tone="warn" className="m-2">
      {isNodeCut
        ? `The first ${formatCount(nodes.length)} of ${countOf(stepCount, "step")} are drawn, with ${formatCount(edges.length)} of ${countOf(edgeCount, "line")}.`
        : `The ${formatCount(edges.length)} lines with the most calls are drawn, of ${formatCount(edgeCount)}.`}{" "}
      Statistics and the log cover all calls.
    </Callout>
  );
}

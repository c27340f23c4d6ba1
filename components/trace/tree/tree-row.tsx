import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { TreeVerdict } from "@/components/score/tree-verdict";
import { barText, CallBar } from "@/components/trace/time/call-bar";
import { Quantity } from "@/components/ui/quantity";
import { Tag } from "@/components/ui/tag";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";
import type { TimeWindow } from "@/lib/trace/time/time-window";
import type { TreeRow } from "@/lib/trace/tree/tree-rows";
import type { TreeColumn } from "./tree-columns";
import { TreeGuides } from "./tree-guides";
import { TwinMark } from "./twin-mark";

type TreeRowViewProps = {
  row: TreeRow;
  /** Its position among the visible rows. */
  position: number;
  window: TimeWindow;
  /** The chosen columns after the duration. */
  columns: readonly TreeColumn[];
  isSelected: boolean;
  /** On the path from the root to the selection: its guide line is colored. */
  isOnPath: boolean;
  /** True if it matches the search. */
  isMatch: boolean;
  scores?: readonly SubjectScore[] | undefined;
  onSelect: (row: number) => void;
  onFold: (row: number, isFolded: boolean) => void;
};

/**
 * One call: guides, fold, kind, name, status, duration, and its bar on the shared time axis. While the list scrolls,
 * rows that stay do not render again.
 */
export const TreeRowView = memo(function TreeRowView(props: TreeRowViewProps) {
  const { row, position, isSelected, isOnPath, isMatch, onFold } = props;
  const onSelect = () => props.onSelect(row.row);
  const ground = isSelected ? "bg-accent-tint" : "group-hover/row:bg-hover";
  return (
    <tr
      aria-level={row.depth + 1}
      aria-rowindex={position + 1}
      aria-selected={isSelected}
      aria-expanded={row.hasChildren ? !row.isFolded : undefined}
      onClick={onSelect}
      className="group/row"
    >
      <td
        className={classNames("h-[26px] p-0 pr-2 pl-2.5", ground, isSelected && "shadow-[inset_2px_0_var(--accent)]")}
      >
        <div className="flex h-[26px] min-w-0 items-center">
          <TreeGuides row={row} isOnPath={isOnPath} />
          <FoldButton row={row} onFold={() => onFold(row.row, !row.isFolded)} />
          <KindGlyph kind={row.kind} className="flex-none" />
          <button
            type="button"
            onClick={onSelect}
            className={classNames(
              "ml-1.5 min-w-0 truncate text-left text-code outline-offset-2",
              row.status === "error" ? "text-err" : "text-ink",
              row.hasChildren && "font-medium",
              isMatch && "bg-warn-tint",
            )}
          >
            {row.name}
          </button>
          <RowHint row={row} onSelect={props.onSelect} />
          {props.scores === undefined ? null : <TreeVerdict scores={props.scores} />}
          <span className="ml-auto pl-1.5">
            <RowStatus row={row} />
          </span>
        </div>
      </td>
      <td className={classNames("h-[26px] p-0 pr-2.5 text-right", ground)}>
        <Quantity text={formatDuration(row.durationMs)} />
      </td>
      {props.columns.map((column) => (
        <td key={column} className={classNames("h-[26px] p-0 pr-2.5 text-right", ground)}>
          <UsageCell row={row} column={column} />
        </td>
      ))}
      <td className={classNames("h-[26px] p-0", ground)}>
        <div className="relative h-[26px] overflow-hidden border-l border-line">
          <div className={row.isCritical === false ? "opacity-25" : undefined}>
            <CallBar row={row} window={props.window} />
          </div>
          <span className="sr-only">
            {barText(row)}
            {row.isCritical ? ", on the critical path" : ""}
          </span>
        </div>
      </td>
    </tr>
  );
});

/** Tokens or cost of a call and of the calls below it; empty where none reports any. */
function UsageCell({ row: { tokensIn, tokensOut, costUsd }, column }: { row: TreeRow; column: TreeColumn }) {
  if (column === "cost") return costUsd === null ? null : <span>{formatCallCost(costUsd)}</span>;
  if (tokensIn === null && tokensOut === null) return null;
  return (
    <span title={`${formatCount(tokensIn)} in, ${formatCount(tokensOut)} out`}>
      {formatTokens((tokensIn ?? 0) + (tokensOut ?? 0))}
    </span>
  );
}

/** The model of a call, the number of collapsed calls, its other report, and problems with the parent and the times. */
function RowHint({ row, onSelect }: Pick<TreeRowViewProps, "row" | "onSelect">) {
  return (
    <>
      {row.kind === "llm" && row.status !== "error" && row.note !== "" ? (
        <span className="ml-[7px] min-w-0 shrink-[4] truncate text-micro text-ink-3">{row.note}</span>
      ) : null}
      {row.isFolded ? <Tag className="ml-[7px] h-4">{countOf(row.countBelow, "call")}</Tag> : null}
      {row.countedRow === -1 ? null : <TwinMark name={row.countedName} onSelect={() => onSelect(row.countedRow)} />}
      {row.parentProblem === "missing" ? (
        <Tag tone="warn" className="ml-[7px] h-4" title="The parent of this call was not received">
          no parent
        </Tag>
      ) : null}
      {row.endsBeforeStart ? (
        <Tag tone="warn" className="ml-[7px] h-4" title="The end of this call is before its start: clocks disagree">
          ends before it starts
        </Tag>
      ) : null}
      {row.parentProblem === "ring" ? (
        <Tag
          tone="warn"
          className="ml-[7px] h-4"
          title="The parents of this call form a cycle; it is shown at the top level"
        >
          parent cycle
        </Tag>
      ) : null}
    </>
  );
}

function FoldButton({ row, onFold }: { row: TreeRow; onFold: () => void }) {
  const Icon = row.isFolded ? ChevronRight : ChevronDown;
  return (
    <span className="w-4 flex-none">
      {row.hasChildren ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={row.isFolded ? `Expand ${row.name}` : `Collapse ${row.name}`}
          onClick={(event) => {
            event.stopPropagation();
            onFold();
          }}
          className="grid size-4 place-items-center rounded-chip text-ink-3 hover:bg-active"
        >
          <Icon size={12} strokeWidth={2} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}

/** A full octagon marks an error here, a hollow one counts errors inside; successful calls have no mark. */
function RowStatus({ row }: { row: TreeRow }) {
  if (row.status === "error" || row.status === "running" || row.status === "unknown") {
    return <StatusGlyph status={row.status} />;
  }
  if (row.errorsBelow > 0) {
    return (
      <span className="flex items-center gap-0.5 text-micro text-err">
        {row.errorsBelow > 1 ? row.errorsBelow : null}
        <StatusGlyph status="descendant-error" label={`${countOf(row.errorsBelow, "error")} inside`} />
      </span>
    );
  }
  return row.status === "descendant-error" ? <StatusGlyph status="descendant-error" /> : null;
}

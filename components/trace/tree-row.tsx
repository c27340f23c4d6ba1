import { ChevronDown, ChevronRight } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { type Kind, KindGlyph } from "@/components/ui/glyph/kind-glyph";
import { StatusGlyph } from "@/components/ui/glyph/status-glyph";
import { Quantity } from "@/components/ui/quantity";
import { Tag } from "@/components/ui/tag";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { TreeRow } from "./prepare-tree";

type TreeRowViewProps = {
  row: TreeRow;
  index: number;
  traceDurationMs: number;
  isSelected: boolean;
  /** On the path from the root to the selection: its thread is dyed. */
  isOnPath: boolean;
  onSelect: () => void;
  onFold: () => void;
};

const barColors: Record<Kind, string> = {
  agent: "bg-dye-indigo",
  llm: "bg-dye-orchil",
  tool: "bg-dye-verdigris",
  op: "bg-dye-walnut",
  eval: "bg-dye-weld",
  user: "bg-dye-woad",
};

/** One call: guides, fold, kind, name, status, duration, and its bar on the shared time axis. */
export function TreeRowView(props: TreeRowViewProps) {
  const { row, index, isSelected, isOnPath, onSelect, onFold } = props;
  const ground = isSelected ? "bg-accent-tint" : "group-hover/row:bg-hover";
  return (
    <tr
      aria-level={row.depth + 1}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-expanded={row.childCount > 0 ? !row.isFolded : undefined}
      onClick={onSelect}
      className="group/row"
    >
      <td
        className={classNames("h-[26px] p-0 pr-2 pl-2.5", ground, isSelected && "shadow-[inset_2px_0_var(--accent)]")}
      >
        <div className="flex h-[26px] min-w-0 items-center">
          <Guides row={row} isOnPath={isOnPath} />
          <FoldButton row={row} onFold={onFold} />
          <KindGlyph kind={row.kind} />
          <button
            type="button"
            onClick={onSelect}
            className={classNames(
              "ml-1.5 truncate text-left text-code outline-offset-2",
              row.status === "error" ? "text-err" : "text-ink",
            )}
          >
            {row.name}
          </button>
          {row.isFolded ? <Tag className="ml-[7px] h-4">{countOf(row.descendantCount, "call")}</Tag> : null}
          {row.isOrphan ? (
            <Tag tone="warn" className="ml-[7px] h-4" title="The parent of this call is not in the trace">
              no parent
            </Tag>
          ) : null}
          <span className="ml-auto pl-2">
            <RowStatus row={row} />
          </span>
        </div>
      </td>
      <td className={classNames("h-[26px] p-0 pr-2.5 text-right", ground)}>
        <Quantity text={formatDuration(row.durationMs)} />
      </td>
      <td className={classNames("h-[26px] p-0 pr-4", ground)}>
        <div className="relative h-[26px] border-l border-line">
          <Bar row={row} traceDurationMs={props.traceDurationMs} />
        </div>
      </td>
    </tr>
  );
}

function FoldButton({ row, onFold }: Pick<TreeRowViewProps, "row" | "onFold">) {
  const Icon = row.isFolded ? ChevronRight : ChevronDown;
  return (
    <span className="w-4 flex-none">
      {row.childCount > 0 ? (
        <button
          type="button"
          aria-label={row.isFolded ? `Unfold ${row.name}` : `Fold ${row.name}`}
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

/** A full octagon is an error here, a hollow one an error inside; what went well needs no mark. */
function RowStatus({ row }: { row: TreeRow }) {
  if (row.status === "error" || row.status === "running" || row.status === "unknown") {
    return <StatusGlyph status={row.status} />;
  }
  return row.hasErrorInside || row.status === "descendant-error" ? <StatusGlyph status="descendant-error" /> : null;
}

/** 16 px threads, drawn per row so that a virtual list needs no parent. */
function Guides({ row, isOnPath }: { row: TreeRow; isOnPath: boolean }) {
  return row.guides.map((goesOn, level) => {
    const isLast = level === row.guides.length - 1;
    const color = isLast && isOnPath ? "bg-accent" : "bg-line-strong";
    const height = isLast ? (row.isLast ? "h-[13px]" : "h-full") : goesOn ? "h-full" : "h-0";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a guide is its level
      <i key={level} aria-hidden="true" className="relative h-[26px] w-4 flex-none">
        <u className={classNames("absolute top-0 left-1.5 w-px", color, height)} />
        {isLast ? <u className={classNames("absolute top-[12.5px] left-[7px] h-px w-1.5", color)} /> : null}
      </i>
    );
  });
}

/** Leaves are 10 px high, parents 4 px and paler; errors are hatched and outlined. */
function Bar({ row, traceDurationMs }: { row: TreeRow; traceDurationMs: number }) {
  if (row.durationMs === null || traceDurationMs <= 0) return null;
  const isLeaf = row.childCount === 0;
  const isError = row.status === "error";
  const left = (100 * row.offsetMs) / traceDurationMs;
  const width = Math.min(100 - left, (100 * row.durationMs) / traceDurationMs);
  return (
    <b
      aria-hidden="true"
      style={{ left: `${left}%`, width: `${width}%` }}
      className={classNames(
        "absolute min-w-0.5 rounded-bar",
        isLeaf ? "top-2 h-2.5" : "top-[11px] h-1 opacity-55",
        isError
          ? "bg-[repeating-linear-gradient(135deg,var(--err)_0_3px,var(--bg)_3px_4.2px)] opacity-100 shadow-[0_0_0_1px_var(--err)]"
          : barColors[row.kind],
      )}
    />
  );
}

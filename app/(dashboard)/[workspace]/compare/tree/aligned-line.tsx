import { ChevronsUpDown, Split } from "lucide-react";
import { Fragment } from "react";
import { ancestorRows, type TreeLine } from "@/app/(dashboard)/[workspace]/compare/alignment/prepare-lines";
import { KeyCap } from "@/components/ui/key-cap";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { SideCell } from "./aligned-row";
import type { AlignedTreeProps } from "./aligned-tree-props";
import { MarkSign } from "./comparison-sign";
import { DeltaCells } from "./delta-cells";
import { cellCount } from "./prepare-tree-columns";

type AlignedLineProps = AlignedTreeProps & {
  line: TreeLine;
  place: number;
  columns: readonly number[];
  lastSiblings: ReadonlySet<number>;
  maxMs: number;
};

/** One line of the tree: matched calls, a run of equal ones, or the point of divergence. */
export function AlignedLine(props: AlignedLineProps) {
  const { line, place, aligned, columns, onNextDifference } = props;
  // The header of the grid is its first row.
  const rowIndex = place + 2;
  if (line.kind === "row") return <CallLine {...props} line={line} rowIndex={rowIndex} />;
  const span = cellCount(columns.length, props.alone !== null);
  if (line.kind === "parting") {
    return (
      <tr aria-rowindex={rowIndex}>
        <td colSpan={span} className="h-[26px] border-y border-warn-line bg-warn-tint p-0">
          <div className="sticky left-0 flex max-w-[100vw] items-center gap-2 px-4 text-small whitespace-nowrap md:w-max">
            <Split size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none text-warn" />
            <b className="font-semibold max-md:hidden">First different action</b>
            <span className="min-w-0 truncate">{aligned.divergence?.text}</span>
            <button type="button" onClick={onNextDifference} className="flex-none text-accent-text hover:underline">
              Next difference
            </button>
            <KeyCap className="max-md:hidden">N</KeyCap>
          </div>
        </td>
      </tr>
    );
  }
  const key = aligned.rows[line.index]?.key ?? "";
  return (
    <tr aria-rowindex={rowIndex}>
      <td colSpan={span} className="h-[26px] border-y border-line bg-hover p-0 text-micro text-ink-2">
        <button
          type="button"
          onClick={() => aligned.openRun(key)}
          className="sticky left-0 flex h-6 items-center gap-2 pl-11 outline-offset-[-2px] hover:text-ink"
        >
          <ChevronsUpDown size={12} strokeWidth={2} aria-hidden="true" />
          <span>
            <b className="font-medium">{countOf(line.count, "row")}</b> without a difference
          </span>
        </button>
      </td>
    </tr>
  );
}

type CallLineProps = AlignedLineProps & { line: Extract<TreeLine, { kind: "row" }>; rowIndex: number };

function CallLine(props: CallLineProps) {
  const { line, rowIndex, aligned, base, column, alone, columns, lastSiblings, maxMs: mostMs, onSelect } = props;
  const row = aligned.rows[line.index];
  if (!row) return null;
  const isSelected = line.index === aligned.selected;
  const guides = [...ancestorRows(aligned.rows, line.index).slice(0, -1).reverse(), line.index].map(
    (above) => !lastSiblings.has(above),
  );
  const markOf = (side: number) => aligned.marks[side]?.[line.index]?.withDescendants ?? "none";
  const cellOf = (side: number) => {
    const node = row.members[side] ?? null;
    return (
      <SideCell
        row={row}
        node={node}
        hint={node === null ? "" : (aligned.summaries.of(node)?.hint ?? "")}
        guides={row.depth === 0 ? [] : guides}
        isFolded={line.isFolded}
        onSelect={() => onSelect(line.index)}
        onFold={() => aligned.fold(row.key, !line.isFolded)}
      />
    );
  };
  return (
    <tr
      aria-rowindex={rowIndex}
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      aria-expanded={row.childCount > 0 ? !line.isFolded : undefined}
      onClick={() => onSelect(line.index)}
      className={classNames(isSelected ? "bg-accent-tint shadow-[inset_2px_0_var(--accent)]" : "hover:bg-hover")}
    >
      {columns.map((side, at) => (
        <Fragment key={side}>
          {at === 0 ? null : <SignCell mark={markOf(side)} base={base} column={side} />}
          {cellOf(side)}
        </Fragment>
      ))}
      {alone === null ? (
        <DeltaCells
          base={row.members[base] ?? null}
          other={row.members[column] ?? null}
          letters={{ base, column }}
          maxMs={mostMs}
        />
      ) : (
        <SignCell mark={markOf(column)} base={base} column={column} />
      )}
    </tr>
  );
}

function SignCell(props: React.ComponentProps<typeof MarkSign>) {
  return (
    <td className="h-[26px] border-x border-line p-0">
      <span className="grid place-items-center">
        <MarkSign {...props} />
      </span>
    </td>
  );
}

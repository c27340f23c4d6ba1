import { ChevronDown, ChevronRight } from "lucide-react";
import type { AlignedRow } from "@/app/(dashboard)/[workspace]/compare/alignment/prepare-alignment";
import type { SideNode } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Quantity } from "@/components/ui/quantity";
import { Tag } from "@/components/ui/tag";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";

/** The indentation stops at this depth; the level is still announced to screen readers. */
const MAX_GUIDES = 10;

type SideCellProps = {
  row: AlignedRow;
  node: SideNode | null;
  hint: string;
  /** For each level above, whether its line continues below. */
  guides: readonly boolean[];
  isFolded: boolean;
  onSelect: () => void;
  onFold: () => void;
};

/** A call of one side in the tree with its duration; hatched where the side has no matching call. */
export function SideCell({ row, node, hint, guides, isFolded, onSelect, onFold }: SideCellProps) {
  if (node === null) {
    return (
      <td
        colSpan={2}
        className="h-[26px] bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--line)_5px_6px)] p-0"
      >
        <span className="sr-only">no matching call</span>
      </td>
    );
  }
  const isError = node.status === "error";
  const isOddEnd = isError || node.status === "running" || node.status === "unknown";
  return (
    <>
      <td className="h-[26px] p-0">
        <div className="flex h-[26px] min-w-0 items-center pr-2 pl-2.5">
          <TreeGuideLines guides={guides} />
          <DisclosureButton row={row} name={node.name} isFolded={isFolded} onFold={onFold} />
          <KindGlyph kind={node.kind} />
          <button
            type="button"
            onClick={onSelect}
            className={classNames(
              "ml-1.5 min-w-12 truncate text-left text-code outline-offset-2",
              isError ? "text-err" : "text-ink",
              row.childCount > 0 && "font-medium",
            )}
          >
            {node.name}
          </button>
          <span className="ml-[7px] min-w-0 flex-1 truncate text-micro text-ink-3">{hint}</span>
          {isFolded && node.descendantCount > 0 ? (
            <Tag className="ml-[7px] h-4">{countOf(node.descendantCount, "call")}</Tag>
          ) : null}
          {isOddEnd || node.hasErrorInside ? (
            <StatusGlyph status={isOddEnd ? node.status : "descendant-error"} className="ml-1.5 flex-none" />
          ) : null}
        </div>
      </td>
      <td className="h-[26px] p-0 pr-2.5 text-right">
        <Quantity text={formatDuration(node.durationMs)} />
      </td>
    </>
  );
}

type DisclosureButtonProps = { row: AlignedRow; name: string; isFolded: boolean; onFold: () => void };

function DisclosureButton({ row, name, isFolded, onFold }: DisclosureButtonProps) {
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <span className="mr-0.5 w-4 flex-none">
      {row.childCount > 0 ? (
        <button
          type="button"
          aria-label={isFolded ? `Expand ${name}` : `Collapse ${name}`}
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

/** Lines 16 px apart, drawn per row so that a virtual list needs no parent element. */
function TreeGuideLines({ guides }: { guides: readonly boolean[] }) {
  return guides.slice(0, MAX_GUIDES).map((goesOn, level) => {
    const isOwn = level === guides.length - 1;
    const height = goesOn ? "h-full" : isOwn ? "h-[13px]" : "h-0";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a guide is its level
      <i key={level} aria-hidden="true" className="relative h-[26px] w-4 flex-none">
        <u className={classNames("absolute top-0 left-2 w-px bg-line-strong", height)} />
        {isOwn ? <u className="absolute top-[12.5px] left-[9px] h-px w-1.5 bg-line-strong" /> : null}
      </i>
    );
  });
}

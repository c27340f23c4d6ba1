import { classNames } from "@/lib/style/class-names";
import type { TreeRow } from "@/lib/trace/tree/tree-rows";

/**
 * Guide lines 16 px apart, drawn per row so that a virtual list needs no parent. The line to the selection is colored.
 */
export function TreeGuides({ row, isOnPath }: { row: TreeRow; isOnPath: boolean }) {
  const { guides, depth } = row;
  return (
    <>
      {guides.map((goesOn, level) => {
        const isOwn = level === guides.length - 1;
        const color = isOwn && isOnPath ? "bg-accent" : "bg-line-strong";
        const height = isOwn && row.isLast ? "h-[13px]" : "h-full";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a guide is its level
          <i key={level} aria-hidden="true" className="relative h-[26px] w-4 flex-none">
            {isOwn || goesOn ? <u className={classNames("absolute top-0 left-1.5 w-px", color, height)} /> : null}
            {isOwn ? <u className={classNames("absolute top-[12.5px] left-[7px] h-px w-1.5", color)} /> : null}
          </i>
        );
      })}
      {depth > guides.length ? (
        <span title={`Level ${depth}`} className="mr-1 flex-none text-micro text-ink-3">
          {depth}
        </span>
      ) : null}
    </>
  );
}

import { Skeleton } from "@/components/ui/skeleton";

const ROW_COUNT = 16;

/** Widths that vary like real values. */
const widths = ["w-1/2", "w-2/3", "w-1/3", "w-3/4", "w-2/5", "w-3/5"] as const;

const positions = (count: number) => Array.from({ length: count }, (_, position) => position);

/** Placeholder for rows that are still loading, with the row number column and the lines of a sheet. */
export function SheetSkeleton({ rowHeightPx: rowHeight }: { rowHeightPx: number }) {
  return (
    <div aria-hidden="true" className="overflow-hidden">
      <div className="h-[50px] border-b border-line bg-sunken" />
      {positions(ROW_COUNT).map((row) => (
        <div
          key={row}
          style={{ height: rowHeight, opacity: Math.max(0.15, 1 - row * 0.08) }}
          className="grid grid-cols-[72px_96px_repeat(6,minmax(120px,1fr))] border-b border-line"
        >
          <span className="flex items-center justify-end border-r border-line bg-sunken px-2">
            <Skeleton className="w-8" />
          </span>
          <span className="flex items-center border-r border-line px-2">
            <Skeleton className="w-14" />
          </span>
          {widths.map((_, column) => (
            <span key={widths[column]} className="flex items-center border-r border-line px-2">
              <Skeleton className={widths[(row + column) % widths.length] ?? "w-1/2"} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

import { Skeleton } from "@/components/ui/skeleton";

/** Widths that look like text. */
const widths = ["w-[72px]", "w-24", "w-[60px]", "w-[88px]", "w-[104px]", "w-[66px]", "w-20", "w-28"] as const;

/** Placeholder rows while loading: the header and the widths are real. */
export function SkeletonRows({ count, rowHeight }: { count: number; rowHeight: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div
          key={index}
          style={{ height: rowHeight, opacity: Math.max(0.15, 1 - index * 0.1) }}
          className="grid grid-cols-[14px_14px_180px_minmax(0,1fr)_minmax(0,1fr)_80px_48px_48px] items-center gap-4 border-b border-line px-4 max-md:grid-cols-[14px_14px_minmax(0,1fr)_48px]"
        >
          <Skeleton className="size-3 rounded-[3px]" />
          <Skeleton className="size-3 rounded-full" />
          <Skeleton className={widths[index % widths.length] ?? "w-20"} />
          <Skeleton className="w-2/3 max-md:hidden" />
          <Skeleton className="w-1/2 max-md:hidden" />
          <Skeleton className="w-10 justify-self-end max-md:hidden" />
          <Skeleton className="w-8 justify-self-end max-md:hidden" />
          <Skeleton className="w-9 justify-self-end" />
        </div>
      ))}
    </div>
  );
}

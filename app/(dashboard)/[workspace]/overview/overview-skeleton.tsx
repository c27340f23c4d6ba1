import { Skeleton } from "@/components/ui/skeleton";

const figures = ["w-14", "w-16", "w-12", "w-12", "w-14", "w-10", "w-14"] as const;

const FIGURE_CLASS =
  "grid h-[84px] content-between border-r border-line px-4 py-3 last:border-r-0 max-lg:last:col-span-2";

/** The frames of the page while its figures load. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading statistics" className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <div className="grid flex-none grid-cols-7 border-y border-line max-lg:grid-cols-4 max-md:grid-cols-2">
        {figures.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the frames never move
          <div key={index} className={FIGURE_CLASS}>
            <Skeleton className="w-12" />
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="w-10" />
          </div>
        ))}
      </div>
      <div className="grid h-[284px] flex-none grid-cols-[7fr_5fr] border-b border-line max-md:hidden">
        <div className="border-r border-line p-4">
          <Skeleton className="w-24" />
        </div>
        <div className="p-4">
          <Skeleton className="w-16" />
        </div>
      </div>
      <div className="grid gap-5 p-4">
        {["w-2/3", "w-1/2", "w-3/5", "w-2/5", "w-1/2"].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
          <Skeleton key={index} className={width} />
        ))}
      </div>
    </div>
  );
}

import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";

/** The frame of a panel that has nothing to draw: it keeps its title and says why. */
export function PanelNote({ title, isFailure, children }: { title: string; isFailure: boolean; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex h-full min-h-0 min-w-0 flex-col">
      <h2 className="flex h-[34px] flex-none items-center truncate px-4 text-base font-medium max-md:px-3">{title}</h2>
      <p
        role={isFailure ? "alert" : "status"}
        className={`px-4 pb-2 text-small [overflow-wrap:anywhere] max-md:px-3 ${isFailure ? "text-warn" : "text-ink-2"}`}
      >
        {children}
      </p>
    </section>
  );
}

/** The frame of a panel while its figures load. */
export function PanelSkeleton({ title }: { title: string }) {
  return (
    <section aria-label={title} aria-busy="true" className="flex h-full min-h-0 min-w-0 flex-col">
      <h2 className="flex h-[34px] flex-none items-center truncate px-4 text-base font-medium max-md:px-3">{title}</h2>
      <div className="grid gap-2 px-4 py-1 max-md:px-3">
        <Skeleton className="h-3 w-2/3" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    </section>
  );
}

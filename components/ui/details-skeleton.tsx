import { Skeleton } from "./skeleton";

/** Stands where the details of a call will be. */
export function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading the call" className="grid gap-3 p-4">
      {["w-40", "w-56", "w-32", "w-48", "w-64", "w-44"].map((width) => (
        <div key={width} className="grid grid-cols-[88px_1fr] gap-3">
          <Skeleton className="w-14" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}

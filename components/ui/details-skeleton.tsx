import { Skeleton } from "./skeleton";

/** A placeholder for the details of a call. */
export function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading call" className="grid gap-3 p-4">
      {["w-40", "w-56", "w-32", "w-48", "w-64", "w-44"].map((width) => (
        <div key={width} className="grid grid-cols-[88px_1fr] gap-3">
          <Skeleton className="w-14" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}

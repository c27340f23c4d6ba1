import { Skeleton } from "@/components/ui/skeleton";

export function PaneSkeleton() {
  return (
    <div className="grid gap-3 p-4">
      <Skeleton className="w-1/2" />
      <Skeleton className="w-3/4" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/3" />
    </div>
  );
}

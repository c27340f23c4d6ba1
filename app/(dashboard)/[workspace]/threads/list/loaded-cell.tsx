import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { classNames } from "@/lib/style/class-names";
import type { LoadedRow } from "@/lib/thread/loaded-rows";

type LoadedCellProps<Value> = { value: LoadedRow<Value>; align?: "end"; children: (value: Value) => ReactNode };

/** A value that loads after its row: a placeholder until then, and a word when it could not be loaded. */
export function LoadedCell<Value>({ value, align, children }: LoadedCellProps<Value>) {
  if (value === null) return <Skeleton className={classNames("w-8", align === "end" && "ml-auto")} />;
  if (value === "failed") return <span className="text-err">failed</span>;
  return children(value);
}

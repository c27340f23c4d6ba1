import { classNames } from "@/lib/style/class-names";

/** A placeholder for a cell. Set the width of its future content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "animate-pulse-thread inline-block h-2 max-w-full rounded-bar bg-active align-middle",
        className,
      )}
    />
  );
}

import { classNames } from "@/lib/style/class-names";

/** A cell that is still to be woven. Give it the width of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("animate-pulse-thread inline-block h-2 rounded-bar bg-active align-middle", className)}
    />
  );
}

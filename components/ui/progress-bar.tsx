import { classNames } from "@/lib/style/class-names";

/** The 2 px line shown while rows load; `share` (0 to 1) where the total is known. */
export function ProgressBar({ share, label, className }: { share?: number; label: string; className?: string }) {
  const isKnown = share !== undefined;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={isKnown ? 0 : undefined}
      aria-valuemax={isKnown ? 100 : undefined}
      aria-valuenow={isKnown ? Math.round(share * 100) : undefined}
      className={classNames("relative h-0.5 overflow-hidden bg-line", className)}
    >
      <i
        className={classNames("absolute inset-y-0 left-0 bg-accent", !isKnown && "animate-shuttle w-[22%]")}
        style={isKnown ? { width: `${Math.min(1, Math.max(0, share)) * 100}%` } : undefined}
      />
    </div>
  );
}

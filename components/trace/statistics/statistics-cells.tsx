import type { ReactNode } from "react";
import { Unknown } from "@/components/table/cells";
import { Quantity } from "@/components/ui/quantity";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";

/** A duration in milliseconds; null is unknown. */
export function Time({ ms }: { ms: number | null }) {
  return ms === null ? <Unknown /> : <Quantity text={formatDuration(ms)} />;
}

export function ErrorCount({ count }: { count: number }) {
  return <span className={count > 0 ? "text-err" : "text-ink-3"}>{formatCount(count)}</span>;
}

type CallLinkProps = { label: string; onOpen: () => void; children: ReactNode };

/** A figure of one call that selects the call. */
export function CallLink({ label, onOpen, children }: CallLinkProps) {
  return (
    <button
      type="button"
      title={label}
      onClick={onOpen}
      className="min-h-6 underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
      <span className="sr-only">, {label.toLowerCase()}</span>
    </button>
  );
}

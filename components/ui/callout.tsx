import type { ReactNode } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import type { Status } from "@/lib/format/status";
import { classNames } from "@/lib/style/class-names";

type Tone = "err" | "warn" | "run" | "ok" | "plain";

const looks: Record<Tone, { ground: string; status: Status }> = {
  err: { ground: "bg-err-tint", status: "error" },
  warn: { ground: "bg-warn-tint", status: "warning" },
  run: { ground: "bg-run-tint", status: "running" },
  ok: { ground: "bg-ok-tint", status: "ok" },
  plain: { ground: "bg-hover", status: "unsupported" },
};

/** One sentence about the adjacent element, with at most one action. Errors are announced. */
export function Callout({ tone, children, className }: { tone: Tone; children: ReactNode; className?: string }) {
  const { ground, status } = looks[tone];
  return (
    <div
      role={tone === "err" ? "alert" : undefined}
      className={classNames(
        "grid grid-cols-[14px_minmax(0,1fr)] gap-x-2 rounded-control px-2.5 py-2 text-small leading-[17px] text-ink",
        ground,
        className,
      )}
    >
      <StatusGlyph status={status} label="" className="mt-px" />
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

import type { ReactNode } from "react";
import { type Status, statusName } from "@/lib/format/status";
import { classNames } from "@/lib/style/class-names";

const OCTAGON = "M4.5 1h5L13 4.5v5L9.5 13h-5L1 9.5v-5z";
const ring = { cx: 7, cy: 7, r: 5.25, stroke: "currentColor" } as const;
const dashedRing = <circle {...ring} strokeWidth="1.3" strokeDasharray="2 2.1" />;

const shapes: Record<Status, { color: string; shape: ReactNode }> = {
  ok: {
    color: "text-ok",
    shape: (
      <>
        <circle {...ring} strokeWidth="1.2" />
        <path
          d="m4.7 7.2 1.6 1.5 3-3.3"
          stroke="currentColor"
          strokeWidth="1.3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    ),
  },
  error: {
    color: "text-err",
    shape: (
      <>
        <path d={OCTAGON} fill="currentColor" />
        <path d="m5 5 4 4m0-4-4 4" stroke="var(--bg)" strokeWidth="1.4" strokeLinecap="round" />
      </>
    ),
  },
  "descendant-error": {
    color: "text-err",
    shape: (
      <>
        <path d={OCTAGON} stroke="currentColor" strokeWidth="1.2" />
        <circle cx="7" cy="7" r="1.5" fill="currentColor" />
      </>
    ),
  },
  warning: {
    color: "text-warn",
    shape: (
      <>
        <path d="M7 1.2 13.2 12.4H.8z" fill="currentColor" />
        <path d="M7 5.2v3.1" stroke="var(--bg)" strokeWidth="1.4" strokeLinecap="round" />
        <circle cx="7" cy="10.3" r=".8" fill="var(--bg)" />
      </>
    ),
  },
  running: {
    color: "text-run",
    shape: (
      <>
        <circle {...ring} strokeWidth="1.4" opacity=".28" />
        <path d="M7 1.75A5.25 5.25 0 0 1 12.25 7" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      </>
    ),
  },
  queued: { color: "text-idle", shape: dashedRing },
  cancelled: {
    color: "text-idle",
    shape: (
      <>
        <circle {...ring} strokeWidth="1.2" />
        <path d="m3.6 10.4 6.8-6.8" stroke="currentColor" strokeWidth="1.2" />
      </>
    ),
  },
  unsupported: {
    color: "text-idle",
    shape: <path d="M2.5 7h9" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
  },
  unknown: { color: "text-idle", shape: dashedRing },
};

/**
 * A status as a shape with a text name; `label` replaces the name, and an empty one hides the glyph from screen
 * readers.
 */
export function StatusGlyph({ status, label, className }: { status: Status; label?: string; className?: string }) {
  const { color, shape } = shapes[status];
  const text = label ?? statusName(status);
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      role={text === "" ? "presentation" : "img"}
      aria-label={text || undefined}
      aria-hidden={text === "" || undefined}
      className={classNames(color, status === "running" && "animate-turn", className)}
    >
      {text === "" ? null : <title>{text}</title>}
      {shape}
    </svg>
  );
}

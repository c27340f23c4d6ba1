import type { ReactNode } from "react";
import type { StateKind } from "@/lib/failure/failure-text";

const LINE_Y = [6, 14, 22, 30, 38, 46] as const;

const FULL_LINES = (x: number, props: { strokeDasharray?: string; stroke?: string; opacity?: number } = {}) => (
  <path key={x} d={`M${x} 4v32`} {...props} />
);

const drawings: Record<StateKind, ReactNode> = {
  empty: LINE_Y.map((x) => FULL_LINES(x, { strokeDasharray: "2 4" })),
  "no-match": (
    <>
      {LINE_Y.map((x) => FULL_LINES(x, x === 30 ? { stroke: "var(--accent)" } : {}))}
      <path d="M2 20h48" stroke="var(--bg)" strokeWidth="9" />
    </>
  ),
  cut: LINE_Y.map((x, index) =>
    index > 1 && index < 5 ? (
      <path key={x} d={`M${x} 4v${9 + (index % 2) * 3}m0 ${13 - (index % 2) * 2}v${10 - (index % 2)}`} />
    ) : (
      FULL_LINES(x)
    ),
  ),
  locked: (
    <>
      {LINE_Y.map((x, index) => FULL_LINES(x, { opacity: index % 2 ? 0.45 : 1 }))}
      <rect x="17" y="14" width="18" height="13" rx="2" fill="var(--bg)" stroke="var(--ink-3)" />
      <path d="M21 14v-3a5 5 0 0 1 10 0v3" stroke="var(--ink-3)" />
    </>
  ),
  "not-offered": (
    <>
      {LINE_Y.slice(0, 4).map((x) => FULL_LINES(x))}
      <path d="M38 4v32M46 4v32" strokeDasharray="1 5" />
    </>
  ),
};

/** Six threads of a loom in different conditions, the only illustrations. */
export function StateGlyph({ kind }: { kind: StateKind }) {
  return (
    <svg
      width="52"
      height="40"
      viewBox="0 0 52 40"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      aria-hidden="true"
      className="mb-[3px] text-ink-4"
    >
      {drawings[kind]}
    </svg>
  );
}

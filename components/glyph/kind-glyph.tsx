import type { ReactNode } from "react";
import { type Kind, kindName } from "@/lib/calls/call-kind";
import { classNames } from "@/lib/style/class-names";

const line = { stroke: "currentColor", strokeWidth: 1.2 } as const;

const shapes: Record<Kind, { color: string; shape: ReactNode }> = {
  agent: {
    color: "text-dye-indigo",
    shape: (
      <>
        <path d="M7 .9 13.1 7 7 13.1.9 7z" {...line} strokeLinejoin="round" />
        <ellipse cx="7" cy="7" rx="1.3" ry="2.1" fill="currentColor" />
      </>
    ),
  },
  llm: {
    color: "text-dye-orchil",
    shape: (
      <>
        <path d="M1.2 2h11.6v7.6H6.4L3.4 12.4V9.6H1.2z" {...line} strokeLinejoin="round" />
        <path d="M4 4.7h6M4 7h3.6" {...line} strokeLinecap="round" />
      </>
    ),
  },
  tool: {
    color: "text-dye-verdigris",
    shape: (
      <>
        <path d="M5 1.2H2.6v11.6H5M9 1.2h2.4v11.6H9" {...line} strokeLinejoin="round" />
        <circle cx="7" cy="7" r="1.6" fill="currentColor" />
      </>
    ),
  },
  op: {
    color: "text-dye-walnut",
    shape: (
      <>
        <rect x="1.2" y="1.2" width="11.6" height="11.6" rx="2" {...line} />
        <path
          d="M9.3 4.2c-1.7-.7-2.4.2-2.6 1.6L6 9.6c-.2 1-.7 1.4-1.6 1M5.2 6.6h3.4"
          stroke="currentColor"
          strokeWidth="1.1"
          strokeLinecap="round"
        />
      </>
    ),
  },
  eval: {
    color: "text-dye-weld",
    shape: (
      <>
        <circle cx="7" cy="7" r="5.8" {...line} />
        <circle cx="7" cy="7" r="2.1" fill="currentColor" />
      </>
    ),
  },
  user: {
    color: "text-dye-woad",
    shape: (
      <>
        <circle cx="7" cy="4.4" r="2.6" {...line} />
        <path d="M1.9 12.6c.6-2.7 2.4-4 5.1-4s4.5 1.3 5.1 4" {...line} strokeLinecap="round" />
      </>
    ),
  },
};

/** The kind of a call as a colored shape with a text name. */
export function KindGlyph({ kind, className }: { kind: Kind; className?: string }) {
  const { color, shape } = shapes[kind];
  const name = kindName(kind);
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      role="img"
      aria-label={name}
      className={classNames(color, className)}
    >
      <title>{name}</title>
      {shape}
    </svg>
  );
}

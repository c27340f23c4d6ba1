import type { ReactNode } from "react";
import { type Kind, kindName } from "@/lib/calls/call-kind";
import { classNames } from "@/lib/style/class-names";
import { kindInk } from "./kind-dyes";

const line = { stroke: "currentColor", strokeWidth: 1.2 } as const;

const shapes: Readonly<Record<Kind, ReactNode>> = {
  agent: (
    <>
      <path d="M7 .9 13.1 7 7 13.1.9 7z" {...line} strokeLinejoin="round" />
      <ellipse cx="7" cy="7" rx="1.3" ry="2.1" fill="currentColor" />
    </>
  ),
  llm: (
    <>
      <path d="M1.2 2h11.6v7.6H6.4L3.4 12.4V9.6H1.2z" {...line} strokeLinejoin="round" />
      <path d="M4 4.7h6M4 7h3.6" {...line} strokeLinecap="round" />
    </>
  ),
  tool: (
    <>
      <path d="M5 1.2H2.6v11.6H5M9 1.2h2.4v11.6H9" {...line} strokeLinejoin="round" />
      <circle cx="7" cy="7" r="1.6" fill="currentColor" />
    </>
  ),
  op: (
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
  eval: (
    <>
      <circle cx="7" cy="7" r="5.8" {...line} />
      <circle cx="7" cy="7" r="2.1" fill="currentColor" />
    </>
  ),
  user: (
    <>
      <circle cx="7" cy="4.4" r="2.6" {...line} />
      <path d="M1.9 12.6c.6-2.7 2.4-4 5.1-4s4.5 1.3 5.1 4" {...line} strokeLinecap="round" />
    </>
  ),
  retrieval: (
    <>
      <circle cx="6" cy="6" r="4.4" {...line} />
      <path d="M9.3 9.3 13 13M4 5.2h4M4 7.2h2.6" {...line} strokeLinecap="round" />
    </>
  ),
  memory: (
    <>
      <ellipse cx="7" cy="3.2" rx="5.2" ry="2.1" {...line} />
      <path
        d="M1.8 3.2v7.6c0 1.2 2.3 2.1 5.2 2.1s5.2-.9 5.2-2.1V3.2M1.8 7c0 1.2 2.3 2.1 5.2 2.1S12.2 8.2 12.2 7"
        {...line}
      />
    </>
  ),
  embedding: (
    <>
      <path
        d="M1.4 1.2v11.4h11.4M1.4 12.6 9.6 4.4M6.4 4h3.6v3.6"
        {...line}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </>
  ),
  reranker: (
    <path
      d="M1.2 3h5.4M1.2 7h4M1.2 11h2.6M10 12V2.2M7.4 4.8 10 2.2l2.6 2.6"
      {...line}
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  ),
  planning: (
    <path
      d="m1.2 3 1.2 1.2 2-2.2M1.2 10l1.2 1.2 2-2.2M7 3.4h5.8M7 10.4h5.8"
      {...line}
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  ),
  guardrail: (
    <path
      d="M7 1.1 12 3v4c0 3-2 5-5 6-3-1-5-3-5-6V3zM4.7 6.9l1.7 1.7 3-3.3"
      {...line}
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  ),
  mcp: (
    <path
      d="M4.4 1v3.2M9.6 1v3.2M2.6 4.2h8.8v2.4c0 2.2-1.9 3.6-4.4 3.6S2.6 8.8 2.6 6.6zM7 10.2V13"
      {...line}
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  ),
  workflow: (
    <>
      <rect x="1.1" y="1.1" width="4.4" height="4.4" rx="1" {...line} />
      <rect x="8.5" y="8.5" width="4.4" height="4.4" rx="1" {...line} />
      <path d="M3.3 5.5v3.8c0 .9.6 1.4 1.4 1.4h3.8" {...line} />
    </>
  ),
  chain: (
    <>
      <rect x="1" y="4.6" width="6.6" height="4.8" rx="2.4" {...line} />
      <rect x="6.4" y="4.6" width="6.6" height="4.8" rx="2.4" {...line} />
    </>
  ),
};

/** The kind of a call as a colored shape with a text name. */
export function KindGlyph({ kind, className }: { kind: Kind; className?: string }) {
  const name = kindName(kind);
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      role="img"
      aria-label={name}
      className={classNames(kindInk(kind), className)}
    >
      <title>{name}</title>
      {shapes[kind]}
    </svg>
  );
}

import type { ReactNode } from "react";

/** A property of a call, in a list of them. A property without a value has no line. */
export function Fact({ name, isKnown = true, children }: { name: string; isKnown?: boolean; children: ReactNode }) {
  if (!isKnown) return null;
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

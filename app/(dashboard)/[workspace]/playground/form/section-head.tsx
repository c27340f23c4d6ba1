import type { ReactNode } from "react";

/** The header of a section of the request: its title, a fact, and its actions. */
export function SectionHead({ title, fact, children }: { title: string; fact?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex h-8 min-w-0 flex-none items-center gap-2 pr-2 pl-4 max-md:pl-3">
      <h2 className="flex-none font-medium">{title}</h2>
      {fact === undefined ? null : <span className="truncate text-small text-ink-3">{fact}</span>}
      <div className="ml-auto flex flex-none items-center gap-1">{children}</div>
    </div>
  );
}

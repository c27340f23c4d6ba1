import type { ReactNode } from "react";

/** The scrolling part of a page. It is focusable, since its rows may contain nothing that is. */
export function ScrollPane({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it only when it has the focus
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col overflow-auto focus-visible:-outline-offset-2"
    >
      {children}
    </section>
  );
}

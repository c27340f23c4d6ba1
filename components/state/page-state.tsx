import type { ReactNode } from "react";

/** What stands in place of a whole page, whose own heading is not there yet: `title` is read out and not shown. */
export function PageState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {children}
    </>
  );
}

import type { ReactNode } from "react";

/** A state that replaces a full page, before the page has its own heading: `title` is read out and not shown. */
export function PageState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {children}
    </>
  );
}

import type { ReactNode } from "react";
import { StateGlyph } from "@/components/glyph/state-glyph";
import type { StateKind } from "@/lib/failure/failure-text";

type PaneStateProps = {
  kind: StateKind;
  title: string;
  /** Says what happened, what still works and what to do. */
  children?: ReactNode;
  extra?: ReactNode;
  actions?: ReactNode;
  /** A failure is announced at once; empty and no match are not. */
  isFailure?: boolean;
};

/** The state of a pane without content: empty, no match, or failed. */
export function PaneState({ kind, title, children, extra, actions, isFailure = false }: PaneStateProps) {
  return (
    <div
      role={isFailure ? "alert" : "status"}
      className="m-auto grid max-w-[400px] justify-items-center gap-[5px] px-[22px] py-6 text-center"
    >
      <StateGlyph kind={kind} />
      <h2 className="font-medium">{title}</h2>
      {children ? (
        <div className="text-small leading-[17px] text-ink-2 [overflow-wrap:anywhere]">{children}</div>
      ) : null}
      {extra}
      {actions ? <div className="mt-[7px] flex flex-wrap justify-center gap-1.5">{actions}</div> : null}
    </div>
  );
}

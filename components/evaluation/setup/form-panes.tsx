import type { ReactNode } from "react";

type FormPanesProps = {
  /** The name of the pane beside the parts. */
  asideLabel: string;
  aside: ReactNode;
  /** The buttons that send the form, at the end of the pane. */
  foot: ReactNode;
  children: ReactNode;
};

/**
 * The parts of a long form, with its estimate beside them. Each pane scrolls alone; on a narrow page both scroll
 * together.
 */
export function FormPanes({ asideLabel, aside, foot, children }: FormPanesProps) {
  return (
    <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-auto">
      <div className="min-h-0 min-w-0 flex-1 overflow-auto max-lg:flex-none max-lg:overflow-visible">{children}</div>
      <aside
        aria-label={asideLabel}
        className="flex w-[400px] flex-none flex-col border-l border-line max-lg:w-full max-lg:border-t max-lg:border-l-0"
      >
        <div className="min-h-0 flex-1 overflow-auto max-lg:flex-none">{aside}</div>
        {foot}
      </aside>
    </div>
  );
}

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

type ImportSectionProps = {
  number: number;
  title: string;
  note?: ReactNode;
  isDone?: boolean;
  /** Wide content, such as a table, begins at the edge. */
  isWide?: boolean;
  /** On the right of the title. */
  action?: ReactNode;
  children?: ReactNode;
};

/** One step of an import: its number, or a mark when it is done. */
export function ImportSection(props: ImportSectionProps) {
  const { number, title, note, isDone = false, isWide = false, action, children } = props;
  return (
    <section aria-label={title} className="min-w-0 border-b border-line">
      <div className="flex min-h-[42px] items-center gap-2.5 px-4 max-md:px-3">
        <span
          aria-hidden="true"
          className={classNames(
            "inline-grid size-[18px] flex-none place-items-center rounded-full border text-[10.5px] leading-none",
            isDone ? "border-accent bg-accent text-accent-on" : "border-line-input text-ink-2",
          )}
        >
          {isDone ? <Check size={11} strokeWidth={2.5} /> : number}
        </span>
        <h2 className="flex-none font-medium">{title}</h2>
        {note === undefined ? null : <span className="min-w-0 truncate text-small text-ink-3">{note}</span>}
        {action === undefined ? null : <span className="ml-auto flex flex-none">{action}</span>}
      </div>
      {children === undefined ? null : (
        <div className={isWide ? "min-w-0 pb-3.5" : "min-w-0 px-4 pb-3.5 md:pl-[43px] max-md:px-3"}>{children}</div>
      )}
    </section>
  );
}

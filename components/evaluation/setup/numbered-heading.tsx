import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

type NumberedHeadingProps = { number: number; title: string; count?: ReactNode; isDone: boolean; children?: ReactNode };

/** The heading of a part of the page: its number, or that it is done. */
export function NumberedHeading({ number, title, count, isDone, children }: NumberedHeadingProps) {
  return (
    <div className="flex min-h-[42px] flex-wrap items-center gap-2 px-4 py-1 max-md:px-3">
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-[18px] flex-none place-items-center rounded-full text-micro font-medium",
          isDone ? "bg-accent text-accent-on" : "border border-line-strong text-ink-2",
        )}
      >
        {isDone ? <Check size={11} strokeWidth={2.4} /> : number}
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      <span className="min-w-0 truncate text-small text-ink-3">{count}</span>
      <span className="ml-auto flex flex-wrap items-center gap-1">{children}</span>
    </div>
  );
}

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

type NumberedHeadingProps = { number: number; title: string; state: "open" | "done" | "error"; children?: ReactNode };

const grounds = {
  open: "border border-line-strong text-ink-2",
  done: "bg-accent text-accent-on",
  error: "bg-err text-accent-on",
} as const;

/** The heading of one of the three parts of the page: its number, or that it is done or needs attention. */
export function NumberedHeading({ number, title, state, children }: NumberedHeadingProps) {
  return (
    <div className="flex min-h-(--ctl-h) flex-wrap items-center gap-2">
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-[18px] flex-none place-items-center rounded-full text-micro font-medium",
          grounds[state],
        )}
      >
        {state === "done" ? <Check size={11} strokeWidth={2.4} /> : state === "error" ? "!" : number}
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </div>
  );
}

import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

/** One key: `<KeyCap>⌘K</KeyCap>`. */
export function KeyCap({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={classNames(
        "inline-grid h-4 min-w-4 flex-none place-items-center rounded-[3px] border border-line-strong bg-surface px-1 font-sans text-[0.65625rem] leading-none font-medium text-ink-2",
        className,
      )}
    >
      {children}
    </kbd>
  );
}

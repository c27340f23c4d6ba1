"use client";

import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useIsFound } from "@/components/find/find-words";
import { valuePreview } from "@/lib/chat/value-preview";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import { useFold } from "./fold-all";

type ToolLineProps = {
  /** The name of the tool, with its glyph; absent where the message already says it. */
  title?: ReactNode;
  value: unknown;
  /** For screen readers: `arguments`. */
  noun: string;
  durationMs?: number | undefined;
  isOpenFirst?: boolean;
  /** Shown once it is opened; created only then. */
  children: () => ReactNode;
};

/** The arguments or the result of a tool, in one line until it is opened. */
export function ToolLine({ title, value, noun, durationMs, isOpenFirst = false, children }: ToolLineProps) {
  const [isOpen, setIsOpen] = useFold({ isOpenFirst, isFound: useIsFound(value) });
  return (
    <div className="min-w-0 overflow-hidden rounded-control border border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex h-7 w-full min-w-0 items-center gap-[7px] px-2 text-left hover:bg-hover max-md:h-9"
      >
        <ChevronRight
          size={12}
          strokeWidth={1.7}
          aria-hidden="true"
          className={classNames("flex-none text-ink-3", isOpen && "rotate-90")}
        />
        {title}
        <span className="sr-only">{noun}</span>
        <span className="min-w-0 flex-1 truncate text-code text-ink-2">{isOpen ? "" : valuePreview(value)}</span>
        {durationMs === undefined ? null : (
          <span className="flex-none text-micro text-ink-3">{formatDuration(durationMs)}</span>
        )}
      </button>
      {isOpen ? <div className="border-t border-line py-1.5">{children()}</div> : null}
    </div>
  );
}

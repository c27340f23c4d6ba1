"use client";

import { useQueryState } from "nuqs";
import type { TimeSpan } from "@/lib/trace/time/time-window";
import { parseAsTimeSpan } from "./time-span-param";

/** The selected span of time of a trace, whose calls are added up. */
export interface TimeArea {
  /** Null while none is selected. */
  readonly span: TimeSpan | null;
  readonly select: (span: TimeSpan) => void;
  readonly clear: () => void;
}

/** The selected span of time from the address. */
export function useTimeArea(): TimeArea {
  const [span, setSpan] = useQueryState("area", parseAsTimeSpan);
  return {
    span,
    // A span without length, of a press at one place, selects nothing.
    select: (next) => void setSpan(next.toMs > next.fromMs ? next : null),
    clear: () => void setSpan(null),
  };
}

"use client";

import { CalendarRange, ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { useIsHydrated } from "@/components/browser/use-is-hydrated";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Popover } from "@/components/ui/popover";
import { timeRangeName } from "@/lib/filter/time-range";
import { timeZone, zoneName } from "@/lib/format/time-zone";
import { keepTimeRangeOfTab } from "./remembered-time-range";
import { useTimeRange } from "./use-time-range";

const TimeRangePanel = partLoadedLater(async () => (await import("./time-range-panel")).TimeRangePanel);

/** Chooses the visible time range, a relative range or a start and an end, and says in which zone times are. */
export function TimeRangeControl() {
  const { range } = useTimeRange();
  // The server does not know the reader's zone: the name is written again.
  const isHydrated = useIsHydrated();
  const [isOpen, setIsOpen] = useState(false);
  const name = timeRangeName(range, Date.now());
  // The outside system is the cookie, which other tabs change too.
  useEffect(keepTimeRangeOfTab, []);
  return (
    <Popover
      key={isHydrated ? timeZone() : "utc"}
      label="Time range"
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onReach={TimeRangePanel.preload}
      className="w-[500px] max-w-[calc(100vw-24px)]"
      trigger={
        <Button kind="ghost" size="small" aria-label={`Time range: ${name}`} suppressHydrationWarning>
          <CalendarRange size={14} strokeWidth={1.7} aria-hidden="true" />
          <span className="max-md:hidden" suppressHydrationWarning>
            {name}
          </span>
          <span title="Zone of all times" className="text-micro text-ink-3 max-md:hidden" suppressHydrationWarning>
            {zoneName(Date.now())}
          </span>
          <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
        </Button>
      }
    >
      <TimeRangePanel onDone={() => setIsOpen(false)} />
    </Popover>
  );
}

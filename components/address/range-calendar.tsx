"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/lib/style/class-names";
import { type CalendarDay, dayAfterKey, dayOfTime, monthOf, rangeOfDays, weeksOf } from "./prepare-calendar";

type RangeCalendarProps = {
  /** The ends of the shown range; null for an open end. */
  fromMs: number | null;
  toMs: number | null;
  onChosen: (from: string, to: string | null) => void;
};

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

const inUtc = { timeZone: "UTC" } as const;
const monthName = new Intl.DateTimeFormat("en-GB", { ...inUtc, month: "long", year: "numeric" });
const dayName = new Intl.DateTimeFormat("en-GB", { ...inUtc, day: "numeric", month: "long", year: "numeric" });

/** A month in which the user selects a range by its first and last day. Arrow keys move by days and weeks. */
export function RangeCalendar({ fromMs, toMs, onChosen }: RangeCalendarProps) {
  const today = dayOfTime(Date.now());
  const chosen =
    fromMs === null ? null : { first: dayOfTime(fromMs), last: toMs === null ? today : dayOfTime(toMs - 1) };
  const [focused, setFocused] = useState<CalendarDay>(chosen?.last ?? today);
  const [anchor, setAnchor] = useState<CalendarDay | null>(null);
  const [pointed, setPointed] = useState<CalendarDay | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const month = monthOf(focused);
  const [first, last] = shownSpan(anchor, pointed ?? focused, chosen);
  const showMonth = (later: number) => setFocused(Math.min(monthOf(month, later), today));
  const press = (day: CalendarDay) => {
    setFocused(day);
    if (anchor === null) {
      setAnchor(day);
      return;
    }
    const { from, to } = rangeOfDays(anchor, day, Date.now());
    onChosen(from, to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(focused, event.key, today);
    if (next === null) return;
    event.preventDefault();
    setFocused(next);
    // The day may be in a month that is drawn next.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus());
  };
  return (
    <div className="px-2 py-1">
      <div className="flex items-center justify-between pb-1">
        <Button kind="ghost" size="icon-small" aria-label="Previous month" onClick={() => showMonth(-1)}>
          <ChevronLeft size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
        <span aria-live="polite" className="text-small font-medium">
          {monthName.format(month)}
        </span>
        <Button
          kind="ghost"
          size="icon-small"
          aria-label="Next month"
          disabled={monthOf(month, 1) > today}
          onClick={() => showMonth(1)}
        >
          <ChevronRight size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </div>
      <table
        ref={table}
        aria-label="Days"
        onKeyDown={onKeyDown}
        className="w-full border-separate border-spacing-[0_1px]"
      >
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" className="h-6 text-micro font-normal text-ink-3">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onPointerLeave={() => setPointed(null)}>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0">
                  <button
                    type="button"
                    aria-label={dayName.format(day)}
                    aria-pressed={first !== null && last !== null && day >= first && day <= last}
                    aria-current={day === today ? "date" : undefined}
                    disabled={day > today}
                    tabIndex={day === focused ? 0 : -1}
                    onPointerEnter={() => setPointed(day)}
                    onClick={() => press(day)}
                    className={classNames(
                      "h-6 w-full text-small tabular-nums hover:bg-hover disabled:text-ink-3 disabled:opacity-50 aria-pressed:bg-accent-tint aria-pressed:text-accent-text max-md:h-9",
                      monthOf(day) !== month && "text-ink-3",
                      day === first && "rounded-l-chip",
                      day === last && "rounded-r-chip",
                      day === today && "font-semibold",
                    )}
                  >
                    {new Date(day).getUTCDate()}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="h-4 pt-0.5 text-micro text-ink-3">
        {anchor === null ? "Select the first and the last day" : "Select the last day, or the same day again"}
      </p>
    </div>
  );
}

/** Returns the days that are drawn as selected: from the first selected day to the pointer, else the shown range. */
function shownSpan(
  anchor: CalendarDay | null,
  at: CalendarDay,
  chosen: { readonly first: CalendarDay; readonly last: CalendarDay } | null,
): readonly [CalendarDay | null, CalendarDay | null] {
  if (anchor !== null) return [Math.min(anchor, at), Math.max(anchor, at)];
  return [chosen?.first ?? null, chosen?.last ?? null];
}

"use client";

import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { RANGE_PRESETS, readTimeRange, type TimeRange, timeRangeName } from "@/lib/filter/time-range";
import { useTimeRange } from "./use-time-range";

/** The relative ranges, and fields for a start and an end in UTC. */
export function TimeRangePanel({ onDone }: { onDone: () => void }) {
  const { range, setRange } = useTimeRange();
  return (
    <>
      <div className="grid">
        {RANGE_PRESETS.map((t) => {
          const offered = readTimeRange({ t, from: null, to: null });
          return (
            <button
              key={t}
              type="button"
              aria-pressed={isSame(offered, range)}
              onClick={() => {
                setRange({ t, from: null, to: null });
                onDone();
              }}
              className="h-[26px] rounded-chip px-2 text-left hover:bg-hover aria-pressed:bg-accent-tint aria-pressed:text-accent-text max-md:h-9"
            >
              {timeRangeName(offered, 0)}
            </button>
          );
        })}
      </div>
      <ChosenEnds
        range={range}
        onChosen={(from, to) => {
          setRange({ t: null, from, to });
          onDone();
        }}
      />
    </>
  );
}

function isSame(left: TimeRange, right: TimeRange): boolean {
  return (
    left.kind === right.kind && (left.kind !== "relative" || (right.kind === "relative" && left.text === right.text))
  );
}

/** A time as its field shows it: UTC, without the zone. */
const fieldText = (timeMs: number | null) => (timeMs === null ? "" : new Date(timeMs).toISOString().slice(0, 19));

type ChosenEndsProps = { range: TimeRange; onChosen: (from: string | null, to: string | null) => void };

function ChosenEnds({ range, onChosen }: ChosenEndsProps) {
  const isAbsolute = range.kind === "absolute";
  const [from, setFrom] = useState(isAbsolute ? fieldText(range.fromMs) : "");
  const [to, setTo] = useState(isAbsolute ? fieldText(range.toMs) : "");
  const isReversed = from !== "" && to !== "" && from >= to;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReversed && (from || to)) onChosen(from ? `${from}Z` : null, to ? `${to}Z` : null);
  };
  return (
    <form onSubmit={submit} className="mt-1.5 grid gap-2 border-t border-line px-2 pt-2 pb-1">
      <Field label="From (UTC)">
        {(ids) => (
          <Input
            {...ids}
            size="small"
            type="datetime-local"
            step={1}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="To (UTC)" error={isReversed ? "must be after the start" : undefined}>
        {(ids) => (
          <Input
            {...ids}
            size="small"
            type="datetime-local"
            step={1}
            value={to}
            isInvalid={isReversed}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="small" disabled={isReversed || (!from && !to)}>
        Apply
      </Button>
    </form>
  );
}

"use client";

import { type FormEvent, useState } from "react";
import { chooseTimeZone } from "@/components/browser/choose-time-zone";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { Button } from "@/components/ui/button";
import { readRangeText } from "@/lib/filter/range-text";
import { RANGE_PRESETS, readTimeRange, type TimeRange, timeRangeName } from "@/lib/filter/time-range";
import { fieldTime, timeOfField } from "@/lib/format/time-field";
import { type TimeZone, timeZone, zoneName } from "@/lib/format/time-zone";
import { RangeCalendar } from "./range-calendar";
import { useTimeRange } from "./use-time-range";

/** A range as text, the relative ranges, a calendar, fields for a start and an end, and the zone of times. */
export function TimeRangePanel({ onDone }: { onDone: () => void }) {
  const { range, setRange } = useTimeRange();
  const zone = timeZone();
  return (
    <>
      <RangeText
        zone={zone}
        onRange={(params) => {
          setRange(params);
          onDone();
        }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_264px] border-t border-line pt-1.5 max-md:grid-cols-[minmax(0,1fr)]">
        <div className="grid content-start max-md:grid-cols-2">
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
        <RangeCalendar
          fromMs={range.kind === "absolute" ? range.fromMs : null}
          toMs={range.kind === "absolute" ? range.toMs : null}
          onChosen={(from, to) => {
            setRange({ t: null, from, to });
            onDone();
          }}
        />
      </div>
      <ChosenEnds
        range={range}
        zone={zone}
        onChosen={(from, to) => {
          setRange({ t: null, from, to });
          onDone();
        }}
      />
      <div className="mt-1.5 flex items-center gap-2 border-t border-line px-2 pt-2 pb-1 text-small text-ink-2">
        <span className="mr-auto">Times in</span>
        <Segmented<TimeZone>
          label="Times in"
          size="small"
          value={zone}
          onChange={chooseTimeZone}
          segments={[
            { value: "utc", label: "UTC" },
            { value: "local", label: `Local, ${zoneName(Date.now(), "local")}` },
          ]}
        />
      </div>
    </>
  );
}

function isSame(left: TimeRange, right: TimeRange): boolean {
  return (
    left.kind === right.kind && (left.kind !== "relative" || (right.kind === "relative" && left.text === right.text))
  );
}

type RangeTextProps = { zone: TimeZone; onRange: ReturnType<typeof useTimeRange>["setRange"] };

/** A range in words. */
function RangeText({ zone, onRange }: RangeTextProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    const read = readRangeText(text, Date.now(), zone);
    if (read.kind === "range") onRange(read.params);
    else setProblem(read.message);
  };
  return (
    <form onSubmit={submit} className="px-2 pt-1 pb-2">
      <Field label="Range" error={problem ?? undefined}>
        {(ids) => (
          <Input
            {...ids}
            size="small"
            value={text}
            placeholder="last 3 days, 09:00 to 11:30"
            autoComplete="off"
            spellCheck={false}
            isInvalid={problem !== null}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
    </form>
  );
}

/** The same time in the other zone; nothing where both are the same. */
function otherZoneText(timeMs: number | null, zone: TimeZone): string | undefined {
  if (timeMs === null || zoneName(timeMs, "local") === "UTC") return undefined;
  const other = zone === "utc" ? "local" : "utc";
  const shown = other === "utc" ? timeMs : timeMs - new Date(timeMs).getTimezoneOffset() * 60_000;
  return `${new Date(shown).toISOString().slice(0, 19).replace("T", " ")} ${zoneName(timeMs, other)}`;
}

type ChosenEndsProps = {
  range: TimeRange;
  zone: TimeZone;
  onChosen: (from: string | null, to: string | null) => void;
};

function ChosenEnds({ range, zone, onChosen }: ChosenEndsProps) {
  const isAbsolute = range.kind === "absolute";
  const [from, setFrom] = useState(isAbsolute ? fieldTime(range.fromMs) : "");
  const [to, setTo] = useState(isAbsolute ? fieldTime(range.toMs) : "");
  const [fromMs, toMs] = [timeOfField(from), timeOfField(to)];
  const isReversed = fromMs !== null && toMs !== null && fromMs >= toMs;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReversed && (from || to)) onChosen(isoText(fromMs), isoText(toMs));
  };
  return (
    <form
      onSubmit={submit}
      className="mt-1.5 grid grid-cols-[1fr_1fr_auto] items-start gap-2 border-t border-line px-2 pt-2 pb-1 max-md:grid-cols-[minmax(0,1fr)]"
    >
      <Field label={`From (${zoneName(fromMs ?? Date.now())})`} hint={otherZoneText(fromMs, zone)}>
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
      <Field
        label={`To (${zoneName(toMs ?? Date.now())})`}
        hint={otherZoneText(toMs, zone)}
        error={isReversed ? "must be after the start" : undefined}
      >
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
      <Button type="submit" size="small" className="mt-[18px] max-md:mt-0" disabled={isReversed || (!from && !to)}>
        Apply
      </Button>
    </form>
  );
}

/** Whole seconds, as the fields have them. */
const isoText = (timeMs: number | null) => (timeMs === null ? null : `${new Date(timeMs).toISOString().slice(0, 19)}Z`);

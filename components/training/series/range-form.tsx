"use client";

import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import type { SeriesAxis } from "@/lib/api/contract/training-runs/run-series";
import type { SeriesParams } from "./series-params";

type RangeFormProps = {
  params: SeriesParams;
  /** The ends of x over all runs; empty where they are not known. */
  extent: readonly number[];
  onChange: (change: Partial<SeriesParams>) => void;
  onDone: () => void;
};

const X_NAMES: Readonly<Record<SeriesAxis, string>> = { step: "step", tokens: "tokens", time: "seconds" };

const FIELDS = [
  { name: "from", label: (x: SeriesAxis) => `From ${X_NAMES[x]}` },
  { name: "to", label: (x: SeriesAxis) => `To ${X_NAMES[x]}` },
  { name: "low", label: () => "Lowest value" },
  { name: "high", label: () => "Highest value" },
] as const;

type FieldName = (typeof FIELDS)[number]["name"];

const textOf = (value: number | null | undefined) => (value == null ? "" : String(value));

/** Returns the typed number; null for none, NaN for what is not one. */
const numberIn = (text: string): number | null => (text.trim() === "" ? null : Number(text.trim()));

/** Returns what is wrong with a typed end, by field. */
function problemsOf(typed: Readonly<Record<FieldName, number | null>>): ReadonlyMap<FieldName, string> {
  const problems = new Map<FieldName, string>();
  for (const { name } of FIELDS) {
    const value = typed[name];
    if (value !== null && !Number.isFinite(value)) problems.set(name, "Not a number");
  }
  const isReversed = (low: number | null, high: number | null) => low !== null && high !== null && !(high > low);
  if (problems.size === 0 && isReversed(typed.from, typed.to)) problems.set("to", "Not after the beginning");
  if (problems.size === 0 && isReversed(typed.low, typed.high)) problems.set("high", "Not above the lowest");
  return problems;
}

/** The ends of the axes of all charts as numbers. An empty one is that of the values. */
export function RangeForm({ params, extent, onChange, onDone }: RangeFormProps) {
  const [texts, setTexts] = useState<Readonly<Record<FieldName, string>>>({
    ...{ from: textOf(params.zoom[0]), to: textOf(params.zoom[1]) },
    ...{ low: textOf(params.low), high: textOf(params.high) },
  });
  const typed = {
    ...{ from: numberIn(texts.from), to: numberIn(texts.to), low: numberIn(texts.low), high: numberIn(texts.high) },
  };
  const problems = problemsOf(typed);
  const apply = () => {
    const { from, to, low, high } = typed;
    const [first = 0, last = 1] = extent;
    const ends = [from ?? Math.min(first, (to ?? last) - 1), to ?? Math.max(last, (from ?? first) + 1)];
    onChange({ zoom: from === null && to === null ? [] : ends, low, high });
    onDone();
  };
  return (
    <form
      className="grid w-64 grid-cols-2 gap-2.5 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.size === 0) apply();
      }}
    >
      {FIELDS.map(({ name, label }) => (
        <Field key={name} label={label(params.x)} error={problems.get(name)}>
          {(ids) => (
            <Input
              {...ids}
              size="small"
              inputMode="decimal"
              placeholder="of the values"
              isInvalid={problems.has(name)}
              value={texts[name]}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <p className="col-span-2 text-micro text-ink-3">
        A chart without a value between the lowest and the highest keeps its own axis.
      </p>
      <Button type="submit" size="small" kind="primary" disabled={problems.size > 0}>
        Apply
      </Button>
    </form>
  );
}

"use client";

import { type RefObject, useRef } from "react";
import { CallsFilterBar } from "@/components/calls/calls-filter-bar";
import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import type { QueryProblem } from "@/lib/filter/query-text";
import type { MonitorDraft } from "./monitor-draft";

type ChangeDraft = (members: Partial<MonitorDraft>) => void;

type PartProps = { draft: MonitorDraft; change: ChangeDraft; errors: ReadonlyMap<string, string> };

/** Which calls are scored: those that the query finds, and a share of them. */
export function MonitorCallsPart({
  draft,
  change,
  errors,
  problems,
}: PartProps & { problems: readonly QueryProblem[] }) {
  const inputRef: RefObject<HTMLInputElement | null> = useRef(null);
  return (
    <section aria-label="Calls" className="border-b border-line">
      <NumberedHeading number={1} title="Calls" isDone={problems.length === 0} />
      <CallsFilterBar
        query={draft.query}
        onQueryChange={(query) => change({ query })}
        problems={problems}
        seen={{ ops: [] }}
        inputRef={inputRef}
      />
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2.5 px-4 py-3 max-md:px-3">
        <NumberField
          label="Share of the calls that match"
          unit="%"
          error={errors.get("rate_percent")}
          value={draft.ratePercent}
          onChange={(ratePercent) => change({ ratePercent })}
        />
        <CheckLine
          label="Only calls without a parent"
          isOn={draft.areRootsOnly}
          onChange={(areRootsOnly) => change({ areRootsOnly })}
        />
      </div>
      <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">
        Calls are scored when they have ended without an error. Calls of evaluations and of monitors are not scored.
      </p>
    </section>
  );
}

/** How much a monitor may do in a day. */
export function MonitorBudgetPart({ draft, change, errors }: PartProps) {
  return (
    <section aria-label="Budget">
      <NumberedHeading number={3} title="Budget for a day" isDone={false} />
      <div className="flex flex-wrap items-start gap-2.5 px-4 pb-3 max-md:px-3">
        <NumberField
          label="Scored calls"
          unit=""
          error={errors.get("max_calls_per_day")}
          value={draft.maxCallsPerDay}
          onChange={(maxCallsPerDay) => change({ maxCallsPerDay })}
        />
        <NumberField
          label="Cost of the judges"
          unit="USD"
          placeholder="no limit"
          error={errors.get("max_cost_usd_per_day")}
          value={draft.maxCostUsdPerDay}
          onChange={(maxCostUsdPerDay) => change({ maxCostUsdPerDay })}
        />
      </div>
      <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">
        Days begin at midnight UTC. Calls that come after a limit is reached are not scored later.
      </p>
    </section>
  );
}

type NumberFieldProps = {
  label: string;
  unit: string;
  placeholder?: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

function NumberField({ label, unit, placeholder, error, value, onChange }: NumberFieldProps) {
  return (
    <Field label={label} error={error} className="w-[180px]">
      {(ids) => (
        <Input
          {...ids}
          inputMode="decimal"
          placeholder={placeholder}
          isInvalid={error !== undefined}
          value={value}
          trailing={unit === "" ? undefined : <span className="text-small text-ink-3">{unit}</span>}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

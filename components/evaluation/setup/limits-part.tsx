"use client";

import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import type { DraftControl } from "./draft-control";
import { EMPTY_DRAFT } from "./evaluation-draft";
import { NumberedHeading } from "./numbered-heading";

const FIELDS = [
  { name: "trials", label: "Trials per row", path: "trials", unit: "" },
  { name: "concurrency", label: "Concurrency per model", path: "limits.concurrency", unit: "" },
  { name: "timeoutSeconds", label: "Timeout", path: "limits.timeout_s", unit: "s" },
  { name: "retries", label: "Retries", path: "limits.retries", unit: "" },
  { name: "maxErrorPercent", label: "Pause if errors exceed", path: "limits.max_error_percent", unit: "%" },
  { name: "maxCostUsd", label: "Pause if cost exceeds", path: "limits.max_cost_usd", unit: "USD" },
] as const;

/** Trials and limits. Those that were changed are tinted. */
export function LimitsPart({ control, errors }: { control: DraftControl; errors: ReadonlyMap<string, string> }) {
  const { draft, change } = control;
  return (
    <section aria-label="Run">
      <NumberedHeading number={4} title="Run" isDone={false} />
      <div className="flex flex-wrap items-start gap-2.5 px-4 pb-3 max-md:px-3">
        {FIELDS.map(({ name, label, path, unit }) => (
          <Field
            key={name}
            label={label}
            error={errors.get(path)}
            isChanged={draft[name] !== EMPTY_DRAFT[name]}
            className="w-[122px]"
          >
            {(ids) => (
              <Input
                {...ids}
                inputMode="decimal"
                placeholder={EMPTY_DRAFT[name] === "" ? "no limit" : EMPTY_DRAFT[name]}
                isChanged={draft[name] !== EMPTY_DRAFT[name]}
                isInvalid={errors.has(path)}
                value={draft[name]}
                trailing={unit === "" ? undefined : <span className="text-small text-ink-3">{unit}</span>}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  );
}

import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { type NumberFieldRow, NumberFields } from "./number-fields";
import type { PartProps } from "./part-props";

const FIELDS: readonly NumberFieldRow[] = [
  { name: "maxTokens", label: "Pause at tokens", path: "limits.max_tokens", placeholder: "no limit" },
  { name: "maxMinutes", label: "Pause after", path: "limits.max_minutes", unit: "min", placeholder: "no limit" },
  { name: "maxCostUsd", label: "Pause at cost", path: "limits.max_cost_usd", unit: "USD", placeholder: "no limit" },
  {
    ...{ name: "maxErrorPercent", label: "Pause if errors exceed", path: "limits.max_error_percent" },
    ...{ unit: "%", placeholder: "20" },
  },
  { name: "concurrency", label: "Rollouts at a time", path: "limits.concurrency", placeholder: "8" },
  { name: "timeoutSeconds", label: "Timeout", path: "limits.timeout_s", unit: "s", placeholder: "120" },
  { name: "retries", label: "Retries", path: "limits.retries", placeholder: "2" },
];

/** The limits of the run. A run that reaches one pauses, and can be resumed with a higher one. */
export function BudgetPart({ control, errors }: PartProps) {
  return (
    <section aria-label="Budget">
      <NumberedHeading number={6} title="Budget" isDone={false} />
      <NumberFields rows={FIELDS} control={control} errors={errors} />
    </section>
  );
}

"use client";

import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { Field } from "@/components/form/field";
import { Select } from "@/components/form/select";
import { NumberField } from "./number-field";
import type { ChangeDraft } from "./rule-part";
import { unitOf, type WatchDraft } from "./watch-draft";

const KINDS = [
  { value: "above", label: "above" },
  { value: "below", label: "below" },
  { value: "changed", label: "changed by" },
  { value: "no_data", label: "no calls" },
] as const;

const AGAINST = [
  { value: "previous", label: "the window before" },
  { value: "day", label: "the day before" },
  { value: "week", label: "the week before" },
] as const;

type ConditionPartProps = { draft: WatchDraft; change: ChangeDraft; errors: ReadonlyMap<string, string> };

/** When it fires, and when it resolves. */
export function ConditionPart({ draft, change, errors }: ConditionPartProps) {
  const { kind, figure } = draft;
  const isLevel = kind === "above" || kind === "below";
  return (
    <section aria-label="Condition" className="border-b border-line">
      <NumberedHeading number={2} title="Condition" isDone={false} />
      <div className="flex flex-wrap items-start gap-x-5 gap-y-2.5 px-4 pb-3 max-md:px-3">
        <Field label="Fires when it is" className="w-[150px]">
          {(ids) => (
            <Select
              id={ids.id}
              label="Fires when it is"
              value={kind}
              options={KINDS}
              onChange={(chosen) => change({ kind: chosen })}
            />
          )}
        </Field>
        {isLevel ? (
          <>
            <NumberField
              label="Level"
              unit={unitOf(figure)}
              error={errors.get("condition.level")}
              value={draft.level}
              onChange={(level) => change({ level })}
            />
            <NumberField
              label="Resolves at"
              unit={unitOf(figure)}
              placeholder="the level"
              error={errors.get("condition.resolve_level")}
              value={draft.resolveLevel}
              onChange={(resolveLevel) => change({ resolveLevel })}
            />
          </>
        ) : null}
        {kind === "changed" ? (
          <>
            <NumberField
              label="Change"
              unit="%"
              error={errors.get("condition.percent")}
              value={draft.percent}
              onChange={(percent) => change({ percent })}
            />
            <Field label="Against" className="w-[170px]">
              {(ids) => (
                <Select
                  id={ids.id}
                  label="Against"
                  value={draft.against}
                  options={AGAINST}
                  onChange={(against) => change({ against })}
                />
              )}
            </Field>
          </>
        ) : null}
        <NumberField
          label="For how many windows"
          error={errors.get("for_windows")}
          value={draft.forWindows}
          onChange={(forWindows) => change({ forWindows })}
        />
        {kind === "no_data" ? null : (
          <NumberField
            label="No data after windows without calls"
            placeholder="never"
            error={errors.get("no_data_windows")}
            value={draft.noDataWindows}
            onChange={(noDataWindows) => change({ noDataWindows })}
          />
        )}
      </div>
      <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">
        Shares and means fire when their interval of three standard errors is past the level, so that a few calls do
        not. Windows begin at multiples of their width in UTC.
      </p>
    </section>
  );
}

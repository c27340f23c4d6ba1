"use client";

import { type RefObject, useRef } from "react";
import { CallsFilterBar } from "@/components/calls/calls-filter-bar";
import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { FIGURE_LABELS, windowText } from "@/components/watches/watch-words";
import { MEASURED_FIGURES, WINDOW_SECONDS } from "@/lib/api/contract/measures/measured-figures";
import { groupings } from "@/lib/calls/grouping";
import type { QueryProblem } from "@/lib/filter/query-text";
import { NumberField } from "./number-field";
import type { WatchDraft } from "./watch-draft";

export type ChangeDraft = (members: Partial<WatchDraft>) => void;

const GROUPS = [
  { value: "", label: "nothing" },
  ...groupings.map(({ by, label }) => ({ value: by, label })),
  { value: "op_name", label: "op version" },
  { value: "attributes.agent", label: "attribute agent" },
];
/** Radix has no empty values. */
const NO_GROUP = "nothing";

type MeasurePartProps = {
  draft: WatchDraft;
  change: ChangeDraft;
  errors: ReadonlyMap<string, string>;
  problems: readonly QueryProblem[];
};

/** What is measured: a figure of the calls that the query finds. */
export function MeasurePart({ draft, change, errors, problems }: MeasurePartProps) {
  const inputRef: RefObject<HTMLInputElement | null> = useRef(null);
  const isKnownGroup = GROUPS.some(({ value }) => value === draft.by);
  const groups = isKnownGroup ? GROUPS : [...GROUPS, { value: draft.by, label: draft.by }];
  return (
    <section aria-label="Measure" className="border-b border-line">
      <NumberedHeading number={1} title="Measure" isDone={problems.length === 0} />
      <CallsFilterBar
        query={draft.query}
        onQueryChange={(query) => change({ query })}
        problems={problems}
        seen={{ ops: [] }}
        inputRef={inputRef}
      />
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2.5 px-4 py-3 max-md:px-3">
        <Field label="Figure" className="w-[180px]">
          {(ids) => (
            <Select
              id={ids.id}
              label="Figure"
              value={draft.figure}
              options={MEASURED_FIGURES.map((value) => ({ value, label: FIGURE_LABELS[value] }))}
              onChange={(figure) => change({ figure })}
            />
          )}
        </Field>
        {draft.figure === "score" ? (
          <Field label="Score" error={errors.get("measure.score")} className="w-[180px]">
            {(ids) => (
              <Input
                {...ids}
                isMono
                placeholder="score.quality"
                value={draft.score}
                onChange={(event) => change({ score: event.target.value })}
              />
            )}
          </Field>
        ) : null}
        <Field label="Window" className="w-[120px]">
          {(ids) => (
            <Select
              id={ids.id}
              label="Window"
              value={String(draft.windowSeconds)}
              options={WINDOW_SECONDS.map((seconds) => ({ value: String(seconds), label: windowText(seconds) }))}
              onChange={(chosen) =>
                change({ windowSeconds: WINDOW_SECONDS.find((seconds) => String(seconds) === chosen) ?? 300 })
              }
            />
          )}
        </Field>
        {draft.figure.startsWith("latency") ? null : (
          <Field label="Group by" className="w-[150px]">
            {(ids) => (
              <Select
                id={ids.id}
                label="Group by"
                value={draft.by || NO_GROUP}
                options={groups.map(({ value, label }) => ({ value: value || NO_GROUP, label }))}
                onChange={(by) => change({ by: by === NO_GROUP ? "" : by })}
              />
            )}
          </Field>
        )}
        <CheckLine
          label="Only calls without a parent"
          isOn={draft.areRootsOnly}
          onChange={(areRootsOnly) => change({ areRootsOnly })}
        />
      </div>
      <div className="px-4 pb-3 max-md:px-3">
        <NumberField
          label="Least calls of a window"
          hint="Windows with fewer change nothing"
          error={errors.get("least_calls")}
          value={draft.leastCalls}
          onChange={(leastCalls) => change({ leastCalls })}
        />
      </div>
    </section>
  );
}

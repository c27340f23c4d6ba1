"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CallsFilterBar } from "@/components/calls/calls-filter-bar";
import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { FIGURE_LABELS, windowText } from "@/components/watches/watch-words";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import type { panelProblem } from "@/lib/api/contract/app/panel-rules";
import { MEASURED_FIGURES, WINDOW_SECONDS } from "@/lib/api/contract/measures/measured-figures";
import { compileSelection } from "@/lib/calls/calls-query";
import { groupings } from "@/lib/calls/grouping";
import type { Workspace } from "@/lib/workspace/workspace";

/** Radix has no empty values. */
const NO_GROUP = " none";

const GROUPS = [
  { value: NO_GROUP, label: "nothing" },
  ...groupings.map(({ name, label }) => ({ value: name, label })),
  { value: "attributes.env", label: "attribute env" },
];

type MeasureFieldsProps = {
  workspace: Workspace;
  panel: DashboardPanel;
  problem: ReturnType<typeof panelProblem>;
  onChange: (members: Partial<DashboardPanel>) => void;
};

/** What a panel measures: a figure of the calls that its query finds, by a group. */
export function MeasureFields({ workspace, panel, problem, onChange }: MeasureFieldsProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const { figure, by, kind } = panel;
  const { problems } = compileSelection({
    ...{ projectId: workspace.projectId, query: panel.query, areRootsOnly: false, fromMs: null, toMs: null },
  });
  const errorAt = (member: string) => (problem?.member === member ? problem.message : undefined);
  const groups = by === "" || GROUPS.some(({ value }) => value === by) ? GROUPS : [...GROUPS, { value: by, label: by }];
  const isGrouped = kind !== "number" && kind !== "distribution";
  const isOverTime = kind !== "table" && kind !== "distribution";
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Field label="Figure" error={errorAt("figure")} className="w-[168px]">
          {(ids) => (
            <Select
              id={ids.id}
              label="Figure"
              value={figure}
              options={MEASURED_FIGURES.map((value) => ({ value, label: FIGURE_LABELS[value] }))}
              onChange={(next) => onChange({ figure: next })}
            />
          )}
        </Field>
        {isGrouped ? (
          <Field label="Group by" error={errorAt("by")} className="w-[136px]">
            {(ids) => (
              <Select
                id={ids.id}
                label="Group by"
                value={by || NO_GROUP}
                options={groups}
                onChange={(next) => onChange({ by: next === NO_GROUP ? "" : next })}
              />
            )}
          </Field>
        ) : null}
        {isOverTime ? (
          <Field label="Per, at least" className="w-[104px]">
            {(ids) => (
              <Select
                id={ids.id}
                label="Per, at least"
                value={String(panel.windowSeconds)}
                options={WINDOW_SECONDS.map((seconds) => ({ value: String(seconds), label: windowText(seconds) }))}
                onChange={(next) =>
                  onChange({ windowSeconds: WINDOW_SECONDS.find((seconds) => String(seconds) === next) ?? 60 })
                }
              />
            )}
          </Field>
        ) : null}
      </div>
      {figure === "score" ? <ScoreField {...{ workspace, panel, onChange }} error={errorAt("score")} /> : null}
      <section aria-label="Filter of the panel" className="-mx-4 border-y border-line pt-2.5 max-md:-mx-3">
        <CallsFilterBar
          query={panel.query}
          onQueryChange={(query) => onChange({ query })}
          problems={problems}
          seen={{ ops: [] }}
          inputRef={inputRef}
        />
      </section>
      <CheckLine
        label="Only calls without a parent"
        isOn={panel.rootsOnly}
        onChange={(rootsOnly) => onChange({ rootsOnly })}
      />
    </>
  );
}

type ScoreFieldProps = Pick<MeasureFieldsProps, "workspace" | "panel" | "onChange"> & { error: string | undefined };

/** The score of a panel, from those of the project. What is typed counts when the field is left. */
function ScoreField({ workspace, panel, onChange, error }: ScoreFieldProps) {
  const [text, setText] = useState(panel.score);
  const { data } = useQuery(serviceQuery(workspace.connectionId, "scores.list", { project_id: workspace.projectId }));
  const commit = () => {
    const name = text.trim();
    const score = name === "" || name.startsWith("score.") ? name : `score.${name}`;
    setText(score);
    if (score !== panel.score) onChange({ score });
  };
  return (
    <Field label="Score" error={error} className="max-w-[280px]">
      {(ids) => (
        <>
          <Input
            {...ids}
            isMono
            list={`${ids.id}-known`}
            placeholder="score.quality"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={commit}
            onKeyDown={(event) => {
              if (event.key === "Enter") commit();
            }}
          />
          <datalist id={`${ids.id}-known`}>
            {data?.scores.map(({ name }) => (
              <option key={name} value={`score.${name}`} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Select } from "@/components/form/select";
import { serviceQuery } from "@/lib/api/client/service-query";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import { type ChosenVariables, DASHBOARD_VARIABLES } from "@/lib/dashboard/variables";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import { shortModelName } from "@/lib/format/model-name";
import type { Workspace } from "@/lib/workspace/workspace";

const MAX_VALUES = 50;
/** No value of a field: radix has no empty values. */
const ALL = " all";

type VariablesBarProps = {
  workspace: Workspace;
  /** The filter of all panels. */
  query: string;
  range: TimeRange;
  chosen: ChosenVariables;
  onChange: (changed: Partial<ChosenVariables>) => void;
};

/** The variables of the address: each narrows all panels to one value. Values are those of the calls of the range. */
export function VariablesBar({ workspace, query, range, chosen, onChange }: VariablesBarProps) {
  const { connectionId, projectId } = workspace;
  const span = useMemo(() => resolveTimeRange(range, Date.now()), [range]);
  const { data } = useQuery({
    ...serviceQuery(connectionId, "calls.facets", {
      ...callCountBody(projectId, compileSelection({ projectId, query, areRootsOnly: false, ...span })),
      fields: DASHBOARD_VARIABLES.map(({ by }) => by),
      limit: MAX_VALUES,
    }),
    // Without the operation the value in the address still counts.
    retry: false,
  });
  return (
    <fieldset
      aria-label="Variables"
      className="flex min-w-0 flex-none items-center gap-2 overflow-x-auto px-4 pb-2.5 max-md:px-3"
    >
      <span className="text-small whitespace-nowrap text-ink-3">All panels</span>
      {DASHBOARD_VARIABLES.map(({ name, label, all, by }) => {
        const value = chosen[name];
        const values = data?.facets.find(({ field }) => field === by)?.values.map((facet) => facet.value) ?? [];
        const listed = value === null || values.includes(value) ? values : [value, ...values];
        return (
          <Select
            key={name}
            label={label}
            value={value ?? ALL}
            options={[
              { value: ALL, label: all },
              ...listed.map((one) => ({ value: one, label: name === "model" ? shortModelName(one) : one })),
            ]}
            onChange={(next) => onChange({ [name]: next === ALL ? null : next })}
            className={`h-(--ctl-h-small) max-w-52 flex-none text-small ${value === null ? "" : "border-accent-line bg-accent-tint"}`}
          />
        );
      })}
      {query.trim() === "" ? null : (
        <code className="min-w-0 truncate text-code text-ink-2" title={query}>
          {query}
        </code>
      )}
    </fieldset>
  );
}

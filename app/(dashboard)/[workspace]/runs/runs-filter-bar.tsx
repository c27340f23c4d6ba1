"use client";

import { X } from "lucide-react";
import { Select } from "@/components/form/select";
import { Switch } from "@/components/form/switch";
import { Button } from "@/components/ui/button";
import type { RunTags } from "@/lib/api/contract/training-runs/run-profiles";
import { formatCount } from "@/lib/format/count";
import type { RunsFilter } from "./search-params";

type RunsFilterBarProps = {
  /** Undefined while it is not known. */
  known: RunTags | undefined;
  filter: RunsFilter;
  onChange: (change: Partial<RunsFilter>) => void;
};

const ANY = " ";

/** Chooses runs by tags and group, and shows archived ones. */
export function RunsFilterBar({ known, filter, onChange }: RunsFilterBarProps) {
  const { tags = [], groups = [], archived = 0 } = known ?? {};
  const further = tags.filter(({ name }) => !filter.tag.includes(name));
  return (
    <section
      aria-label="Filter of runs"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 px-4 pb-2 text-small max-md:px-3"
    >
      {groups.length > 0 || filter.group !== null ? (
        <Select
          label="Group"
          value={filter.group ?? ANY}
          options={[
            { value: ANY, label: "All groups" },
            ...groups.map(({ name, runs }) => ({ value: name, label: `${name} (${formatCount(runs)})` })),
            ...(filter.group === null || groups.some(({ name }) => name === filter.group)
              ? []
              : [{ value: filter.group, label: filter.group }]),
          ]}
          onChange={(value) => onChange({ group: value === ANY ? null : value })}
          className="max-w-60"
        />
      ) : null}
      {filter.tag.map((name) => (
        <Button
          key={name}
          size="small"
          aria-label={`Remove the tag ${name} from the filter`}
          onClick={() => onChange({ tag: filter.tag.filter((other) => other !== name) })}
        >
          {name}
          <X size={11} strokeWidth={2} aria-hidden="true" />
        </Button>
      ))}
      {further.length > 0 ? (
        <Select
          label="Tag"
          value=""
          placeholder={filter.tag.length === 0 ? "All tags" : "And a tag"}
          options={further.map(({ name, runs }) => ({ value: name, label: `${name} (${formatCount(runs)})` }))}
          onChange={(name) => onChange({ tag: [...filter.tag, name] })}
          className="max-w-60"
        />
      ) : null}
      {archived > 0 || filter.archived ? (
        <Switch
          isOn={filter.archived}
          onChange={(isOn) => onChange({ archived: isOn })}
          label={`Archived (${formatCount(archived)})`}
        />
      ) : null}
    </section>
  );
}

import type { ReactNode, RefObject } from "react";
import { FilterBar } from "@/components/filter/filter-bar";
import { useUserNames } from "@/components/session/use-user-names";
import { fieldSuggestions } from "@/lib/calls/field-suggestions";
import { wordsOf } from "@/lib/calls/field-table";
import type { ObservedPath } from "@/lib/calls/path-columns";
import type { QueryProblem } from "@/lib/filter/query-text";
import {
  type FieldValues,
  orderOperators,
  type SuggestionSource,
  textOperators,
  withFieldValues,
} from "@/lib/filter/suggestions";
import { countOf } from "@/lib/format/count";

const pathOperators = [...orderOperators, ...textOperators];

const offered = {
  label: "Status",
  field: "status",
  terms: wordsOf("status").map((word) => ({ text: `status:${word}`, words: `Status is ${word}` })),
} as const;

const searches = [
  { text: "inputs:~", words: "Input contains" },
  { text: "output:~", words: "Output contains" },
  { text: "exception:~", words: "Exception contains" },
] as const;

/** Values found in the data, for suggestions. */
interface ObservedValues {
  /** Op names in the loaded rows. */
  readonly ops: readonly string[];
  readonly paths?: readonly ObservedPath[];
  /** The scores of the project, with their values. */
  readonly scores?: readonly SuggestionSource[];
  /** Values of the field being typed, as the service counts them; null where they were not requested. */
  readonly values?: FieldValues | null;
}

function sourcesOf({ ops, paths = [], scores = [], values = null }: ObservedValues): readonly SuggestionSource[] {
  const known = fieldSuggestions.map((source) => (source.field === "op" ? { ...source, values: ops } : source));
  const pathSources = paths.map(({ path, count }) => ({
    field: path,
    hint: `in ${countOf(count, "row")} on screen`,
    values: [],
    operators: pathOperators,
  }));
  return withFieldValues([...known, ...pathSources, ...scores], values);
}

type CallsFilterBarProps = {
  query: string;
  onQueryChange: (query: string) => void;
  problems: readonly QueryProblem[];
  seen: ObservedValues;
  recent?: readonly string[];
  onFieldTyped?: (field: string | null) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Shown before the box. */
  leading?: ReactNode;
  /** Shown at the end of the bar. */
  trailing?: ReactNode;
};

/** The query box for pages about calls. */
export function CallsFilterBar({ seen, ...props }: CallsFilterBarProps) {
  const userNames = useUserNames(/(?:user|key):/.test(props.query));
  return (
    <FilterBar
      {...props}
      userNames={userNames}
      placeholder="Search inputs and outputs"
      sources={sourcesOf(seen)}
      menuFields={fieldSuggestions}
      offered={offered}
      searches={searches}
      problemEffect="No calls are shown until it is corrected."
    />
  );
}

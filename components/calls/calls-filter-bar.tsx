import type { ReactNode, RefObject } from "react";
import { FilterBar } from "@/components/filter/filter-bar";
import { useUserNames } from "@/components/session/use-user-names";
import { callSources } from "@/lib/api/contract/calls/call-sources";
import { kindLabels } from "@/lib/calls/call-kind";
import { statusValues } from "@/lib/calls/calls-query";
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

/** The filter fields, each with a hint about its values. */
const fields: readonly Omit<SuggestionSource, "values">[] = [
  { field: "op", hint: "name of the op", operators: textOperators },
  { field: "kind", hint: "kind that the client states" },
  { field: "tool", hint: "tool that the call runs, or * for any", operators: textOperators },
  { field: "source", hint: "where the call comes from" },
  { field: "status", hint: "call status" },
  { field: "latency", hint: ">2s, <150ms", operators: orderOperators },
  { field: "tokens", hint: ">10k, tokens of the call itself", operators: orderOperators },
  { field: "thread", hint: "id, or * for any", operators: textOperators },
  { field: "trace", hint: "id", operators: textOperators },
  { field: "user", hint: "end user, or * for any", operators: textOperators },
  { field: "key", hint: "user of the API key", operators: textOperators },
  { field: "model", hint: "model name" },
  { field: "run", hint: "id", operators: textOperators },
  { field: "name", hint: "display name", operators: textOperators },
  { field: "exception", hint: "~part of the text", operators: textOperators },
  { field: "started", hint: ">2026-11-20T10:00", operators: orderOperators },
  { field: "inputs.", hint: "field of the inputs" },
  { field: "output.", hint: "field of the output" },
  { field: "attributes.", hint: "field of the attributes" },
  { field: "summary.", hint: "field of the summary" },
];

const pathOperators = [...orderOperators, ...textOperators];

const offered = {
  label: "Status",
  field: "status",
  terms: statusValues.map((word) => ({ text: `status:${word}`, words: `Status is ${word}` })),
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
  const known: Readonly<Record<string, readonly string[]>> = {
    op: ops,
    kind: kindLabels(),
    status: statusValues,
    source: callSources,
  };
  const pathSources = paths.map(({ path, count }) => ({
    field: path,
    hint: `in ${countOf(count, "row")} on screen`,
    operators: pathOperators,
  }));
  const sources = [...fields, ...pathSources].map((source) => ({ ...source, values: known[source.field] ?? [] }));
  return withFieldValues([...sources, ...scores], values);
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
      menuFields={fields}
      offered={offered}
      searches={searches}
      problemEffect="No calls are shown until it is corrected."
    />
  );
}

import { type ReactNode, type RefObject, useMemo } from "react";
import { FilterBar } from "@/components/filter/filter-bar";
import type { QueryProblem } from "@/components/filter/query-text";
import { statusWords } from "./prepare-calls-query";

/** Fields with a hint of what they compare. */
const fields = [
  { field: "op", hint: "name of the op" },
  { field: "status", hint: "how it ended" },
  { field: "latency", hint: ">2s, <150ms" },
  { field: "thread", hint: "id, or * for any" },
  { field: "trace", hint: "id" },
  { field: "user", hint: "id" },
  { field: "model", hint: "name of a model" },
  { field: "run", hint: "id" },
  { field: "name", hint: "display name" },
  { field: "exception", hint: "~part of the text" },
  { field: "inputs.", hint: "a member of the inputs" },
  { field: "output.", hint: "a member of the output" },
  { field: "attributes.", hint: "a member of the attributes" },
] as const;

const offered = {
  label: "Status",
  field: "status",
  terms: statusWords.map((word) => ({ text: `status:${word}`, words: `Status is ${word}` })),
} as const;

type CallsFilterBarProps = {
  query: string;
  onQueryChange: (query: string) => void;
  problems: readonly QueryProblem[];
  /** Names of ops in the loaded rows. */
  seenOps: readonly string[];
  inputRef: RefObject<HTMLInputElement | null>;
  /** Stands before the box. */
  leading?: ReactNode;
};

/** The query box of pages about calls. */
export function CallsFilterBar({ seenOps, ...props }: CallsFilterBarProps) {
  const sources = useMemo(
    () =>
      fields.map(({ field, hint }) => ({
        field,
        hint,
        values: field === "op" ? seenOps : field === "status" ? statusWords : [],
      })),
    [seenOps],
  );
  return <FilterBar {...props} placeholder="Search inputs and outputs" sources={sources} offered={offered} />;
}

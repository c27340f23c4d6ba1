"use client";

import { Plus } from "lucide-react";
import { type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import { QueryBox } from "@/components/filter/query-box";
import { QueryChips } from "@/components/filter/query-chips";
import { parseQuery, type QueryProblem } from "@/components/filter/query-text";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
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

type FilterBarProps = {
  query: string;
  onQueryChange: (query: string) => void;
  problems: readonly QueryProblem[];
  /** Names of ops in the loaded rows. */
  seenOps: readonly string[];
  inputRef: RefObject<HTMLInputElement | null>;
  /** Stands before the box. */
  leading?: ReactNode;
};

/** The query box with its chips; the address is the only place where the query is kept. */
export function FilterBar({ query, onQueryChange, problems, seenOps, inputRef, leading }: FilterBarProps) {
  const [text, setText] = useState("");
  const chips = useRef<HTMLDivElement>(null);
  const { terms } = useMemo(() => parseQuery(query), [query]);
  const sources = useMemo(
    () =>
      fields.map(({ field, hint }) => ({
        field,
        hint,
        values: field === "op" ? seenOps : field === "status" ? statusWords : [],
      })),
    [seenOps],
  );
  const without = (term: string, start: number) =>
    `${query.slice(0, start)}${query.slice(start + term.length)}`.replace(/\s+/g, " ").trim();
  const begin = (typed: string) => {
    setText(typed);
    // The menu gives the focus back to its button when it closes; the box takes it after that.
    requestAnimationFrame(() => inputRef.current?.focus());
  };
  return (
    <div className="flex min-h-[34px] flex-none items-start gap-1.5 pr-3 pb-2.5 pl-4 max-md:flex-col max-md:items-stretch max-md:px-3">
      {leading}
      <QueryBox
        inputRef={inputRef}
        placeholder="Search inputs and outputs"
        text={text}
        onTextChange={setText}
        sources={sources}
        onAsk={(asked) => onQueryChange(query === "" ? asked : `${query} ${asked}`)}
        onBack={() => [...(chips.current?.querySelectorAll<HTMLElement>("[data-chip-remove]") ?? [])].at(-1)?.focus()}
      />
      <div
        ref={chips}
        className="flex min-w-0 flex-wrap items-center gap-1.5 max-md:-mx-3 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-3 max-md:[scrollbar-width:none]"
      >
        <QueryChips
          terms={terms}
          problems={problems}
          onEdit={(term, start) => {
            onQueryChange(without(term, start));
            begin(term);
          }}
          onRemove={(term, start) => {
            onQueryChange(without(term, start));
            inputRef.current?.focus();
          }}
        />
        <Menu
          label="Fields"
          className="min-w-64"
          trigger={
            <Button kind="ghost" size="small" data-add-filter>
              <Plus size={12} strokeWidth={2} aria-hidden="true" />
              Filter
            </Button>
          }
        >
          <MenuLabel>Status</MenuLabel>
          {statusWords.map((word) => (
            <MenuItem key={word} onSelect={() => onQueryChange(`${query} status:${word}`.trim())}>
              Status is {word}
            </MenuItem>
          ))}
          <MenuLabel>Fields</MenuLabel>
          {fields
            .filter(({ field }) => field !== "status")
            .map(({ field, hint }) => (
              <MenuItem key={field} onSelect={() => begin(field.endsWith(".") ? field : `${field}:`)}>
                <span className="text-code">{field}</span>
                <span className="ml-auto pl-4 text-ink-3">{hint}</span>
              </MenuItem>
            ))}
        </Menu>
        {problems.length > 0 ? (
          <span role="alert" className="text-small text-err">
            {problems.map((problem) => problem.message).join("; ")}. Left out of the question.
          </span>
        ) : null}
      </div>
    </div>
  );
}

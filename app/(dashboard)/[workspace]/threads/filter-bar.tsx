"use client";

import { Plus } from "lucide-react";
import { type RefObject, useMemo, useRef, useState } from "react";
import { QueryBox } from "@/components/filter/query-box";
import { QueryChips } from "@/components/filter/query-chips";
import { parseQuery, type QueryProblem } from "@/components/filter/query-text";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { threadFields } from "./prepare-threads-query";

const offered = [
  { text: "p99:>1s", words: "p99 turn over 1 s" },
  { text: "p99:>10s", words: "p99 turn over 10 s" },
  { text: "turns:>1", words: "More than one turn" },
] as const;

const sources = threadFields.map(({ field, hint }) => ({ field, hint, values: [] }));

type FilterBarProps = {
  query: string;
  onQueryChange: (query: string) => void;
  problems: readonly QueryProblem[];
  /** Something is compared in loaded rows, which the service was not asked. */
  isLocal: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** The query box with its chips, and what the figures and the search are about. */
export function FilterBar({ query, onQueryChange, problems, isLocal, inputRef }: FilterBarProps) {
  const [text, setText] = useState("");
  const chips = useRef<HTMLDivElement>(null);
  const { terms } = useMemo(() => parseQuery(query), [query]);
  const without = (term: string, start: number) =>
    `${query.slice(0, start)}${query.slice(start + term.length)}`.replace(/\s+/g, " ").trim();
  const add = (term: string) => onQueryChange(`${query} ${term}`.trim());
  const begin = (typed: string) => {
    setText(typed);
    // The menu gives the focus back to its button when it closes; the box takes it after that.
    requestAnimationFrame(() => inputRef.current?.focus());
  };
  return (
    <div className="flex min-h-[34px] flex-none items-start gap-1.5 pr-3 pb-2.5 pl-4 max-md:flex-col max-md:items-stretch max-md:px-3">
      <QueryBox
        inputRef={inputRef}
        placeholder="Thread id or message text"
        text={text}
        onTextChange={setText}
        sources={sources}
        onAsk={add}
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
          className="min-w-56"
          trigger={
            <Button kind="ghost" size="small" data-add-filter>
              <Plus size={12} strokeWidth={2} aria-hidden="true" />
              Filter
            </Button>
          }
        >
          <MenuLabel>Often used</MenuLabel>
          {offered.map((filter) => (
            <MenuItem key={filter.text} onSelect={() => add(filter.text)}>
              {filter.words}
            </MenuItem>
          ))}
          <MenuLabel>Fields</MenuLabel>
          {threadFields.map(({ field, hint }) => (
            <MenuItem key={field} onSelect={() => begin(`${field}:`)}>
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
      <span className="ml-auto flex h-(--ctl-h-small) flex-none items-center pl-2 text-small text-ink-3 max-lg:hidden">
        {isLocal ? "Looked for in the loaded threads" : "Statistics count turn calls only"}
      </span>
    </div>
  );
}

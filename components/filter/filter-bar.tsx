"use client";

import { Plus } from "lucide-react";
import { type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { withTerm } from "@/lib/filter/query-edit";
import { parseQuery, type QueryProblem, quoteValue } from "@/lib/filter/query-text";
import type { SuggestionSource } from "@/lib/filter/suggestions";
import type { UserNames } from "@/lib/format/user-name";
import { QueryBox } from "./query-box";
import { QueryChips } from "./query-chips";

/** A complete term in the menu, with its meaning. */
interface TermSuggestion {
  readonly text: string;
  readonly words: string;
}

/** A term being edited in the box; its old value applies until Enter. */
interface SelectedTerm {
  readonly text: string;
  readonly start: number;
}

type FilterBarProps = {
  query: string;
  onQueryChange: (query: string) => void;
  problems: readonly QueryProblem[];
  /** What a problem means for the rows. Defaults to its term being left out. */
  problemEffect?: string;
  placeholder: string;
  /** Fields suggested by the box, and by the menu where it has none of its own. */
  sources: readonly SuggestionSource[];
  menuFields?: readonly Pick<SuggestionSource, "field" | "hint">[];
  /** Terms of the menu's first section, under the label; their field's name is not repeated. */
  offered: { readonly label: string; readonly field?: string; readonly terms: readonly TermSuggestion[] };
  /** Beginnings of terms that search a text, in words; what is typed after them needs no quotes. */
  searches?: readonly TermSuggestion[];
  /** Recent queries. */
  recent?: readonly string[];
  /** Names for the values of the fields `user` and `key`. */
  userNames?: UserNames;
  /** The field whose value is being typed. */
  onFieldTyped?: (field: string | null) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Shown before the box. */
  leading?: ReactNode;
  /** Shown at the end of the bar. */
  trailing?: ReactNode;
};

/** The query box with its chips; the query is stored only in the address. */
export function FilterBar(props: FilterBarProps) {
  const { query, onQueryChange, problems, sources, offered, inputRef } = props;
  const [text, setText] = useState("");
  const [taken, setTaken] = useState<SelectedTerm | null>(null);
  const chips = useRef<HTMLDivElement>(null);
  const { terms } = useMemo(() => parseQuery(query), [query]);
  // A query that changed elsewhere in the meantime has its terms at other positions.
  const edited = taken !== null && query.startsWith(taken.text, taken.start) ? taken : null;
  const ask = (term: string) => {
    const search = props.searches?.find(({ text: begun }) => term.startsWith(begun));
    onQueryChange(withTerm(query, search === undefined ? term : withQuotes(term, search.text), edited));
    setTaken(null);
  };
  const begin = (typed: string) => {
    setText(typed);
    // The menu returns focus to its button when it closes; the box takes focus after that.
    requestAnimationFrame(() => inputRef.current?.focus());
  };
  return (
    <div className="flex min-h-[34px] flex-none items-start gap-1.5 pr-3 pb-2.5 pl-4 max-md:flex-col max-md:items-stretch max-md:px-3">
      {props.leading}
      <QueryBox
        inputRef={inputRef}
        placeholder={props.placeholder}
        text={text}
        onTextChange={setText}
        sources={sources}
        recent={props.recent ?? []}
        onFieldTyped={props.onFieldTyped}
        onAsk={ask}
        onRecentChosen={onQueryChange}
        onCancel={
          edited
            ? () => {
                setTaken(null);
                setText("");
              }
            : undefined
        }
        onBack={() => [...(chips.current?.querySelectorAll<HTMLElement>("[data-chip-remove]") ?? [])].at(-1)?.focus()}
      />
      <div className="contents max-md:-mx-3 max-md:flex max-md:items-center max-md:gap-1.5 max-md:overflow-x-auto max-md:px-3 max-md:[scrollbar-width:none]">
        <div ref={chips} className="flex min-w-0 flex-wrap items-center gap-1.5 max-md:flex-none max-md:flex-nowrap">
          <QueryChips
            terms={terms}
            problems={problems}
            editedStart={edited?.start ?? null}
            {...(props.userNames && { userNames: props.userNames })}
            onEdit={(term, start) => {
              setTaken({ text: term, start });
              begin(term);
            }}
            onRemove={(term, start) => {
              setTaken(null);
              onQueryChange(withTerm(query, "", { text: term, start }));
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
            <MenuLabel>{offered.label}</MenuLabel>
            {offered.terms.map((term) => (
              <MenuItem key={term.text} onSelect={() => onQueryChange(withTerm(query, term.text, null))}>
                {term.words}
              </MenuItem>
            ))}
            {props.searches === undefined ? null : <MenuLabel>Text</MenuLabel>}
            {props.searches?.map((search) => (
              <MenuItem key={search.text} onSelect={() => begin(search.text)}>
                {search.words}
              </MenuItem>
            ))}
            <MenuLabel>Fields</MenuLabel>
            {(props.menuFields ?? sources)
              .filter(({ field }) => field !== offered.field)
              .map(({ field, hint }) => (
                <MenuItem key={field} onSelect={() => begin(field.endsWith(".") ? field : `${field}:`)}>
                  <span className="text-code">{field}</span>
                  <span className="ml-auto pl-4 text-ink-3">{hint}</span>
                </MenuItem>
              ))}
          </Menu>
          {problems.length > 0 ? (
            <span role="alert" className="text-small text-err">
              {problems.map((problem) => problem.message).join("; ")}. {props.problemEffect ?? "Not part of the query."}
            </span>
          ) : null}
        </div>
        {props.trailing}
      </div>
    </div>
  );
}

/** Returns a term with quotes around its words, where it has several and no quotes. */
function withQuotes(term: string, begun: string): string {
  const words = term.slice(begun.length);
  return /\s/.test(words.trim()) && !words.includes('"') ? `${begun}${quoteValue(words.trim())}` : term;
}

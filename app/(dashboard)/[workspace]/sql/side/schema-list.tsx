"use client";

import { ChevronRight, Search } from "lucide-react";
import { useState } from "react";
import { Input } from "@/components/form/input";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SQL_VIEWS, type SqlView } from "@/lib/sql/sql-views";

/** The views and their columns. A press on a name writes it into the query. */
export function SchemaList({ onName }: { onName: (name: string) => void }) {
  const [found, setFound] = useState("");
  const words = found.trim().toLowerCase();
  const views = SQL_VIEWS.flatMap((view) => {
    const columns = view.columns.filter(({ name }) => name.includes(words) || view.name.includes(words));
    return columns.length === 0 ? [] : [{ ...view, columns }];
  });
  return (
    <>
      <header className="flex h-[34px] flex-none items-center gap-2 border-b border-line px-3">
        <h2 className="font-medium">Schema</h2>
        <Input
          size="small"
          className="ml-auto w-[128px]"
          aria-label="Find a column"
          placeholder="Find a column"
          value={found}
          onChange={(event) => setFound(event.target.value)}
          leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
        />
      </header>
      <ScrollRegion aria-label="Views" className="min-h-0 flex-1 overflow-auto py-1">
        {views.map((view, index) => (
          // A view opens again when another search finds it.
          <ViewColumns key={`${view.name} ${words}`} view={view} isOpen={words !== "" || index === 0} onName={onName} />
        ))}
        {views.length === 0 ? <p className="px-3 py-2 text-small text-ink-3">No column with this name.</p> : null}
      </ScrollRegion>
    </>
  );
}

type ViewColumnsProps = { view: SqlView; isOpen: boolean; onName: (name: string) => void };

function ViewColumns({ view, isOpen, onName }: ViewColumnsProps) {
  const [isShown, setIsShown] = useState(isOpen);
  return (
    <details open={isShown} onToggle={(event) => setIsShown(event.currentTarget.open)} className="group/view">
      <summary
        title={view.summary}
        className="flex h-7 cursor-pointer items-center gap-1.5 px-3 text-code font-medium hover:bg-hover max-md:h-9"
      >
        <ChevronRight size={12} strokeWidth={2} aria-hidden="true" className="text-ink-3 group-open/view:rotate-90" />
        {view.name}
        <span className="ml-auto font-sans text-micro font-normal text-ink-3">{view.columns.length}</span>
      </summary>
      <ul>
        {(isShown ? view.columns : []).map(({ name, type, summary }) => (
          <li key={name}>
            <button
              type="button"
              title={summary}
              onClick={() => onName(name)}
              className="flex h-6 w-full items-center gap-2 pr-3 pl-8 text-left hover:bg-hover focus-visible:-outline-offset-2 max-md:h-9"
            >
              <span className="truncate text-code">{name}</span>
              <span className="ml-auto truncate text-micro text-ink-3">{shortType(type)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The type as a person reads it: whether it may be missing is in the description. */
const shortType = (type: string) => type.replace(/^Nullable\((.*)\)$/, "$1").replace(/^DateTime64.*$/, "DateTime");

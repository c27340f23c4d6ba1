"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EXAMPLES } from "@/app/(dashboard)/[workspace]/sql/editor/first-query";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { isSameView, type SavedView, type ViewPage } from "@/lib/address/view-query";
import { appQuery } from "@/lib/api/client/app-client";
import { classNames } from "@/lib/style/class-names";

const ManageViews = openedLater(async () => (await import("@/components/saved-view/manage-views")).ManageViews);

type SavedQueriesProps = {
  viewPage: ViewPage;
  /** The query of the page as an address. */
  query: string;
  onSaved: (query: string) => void;
  onExample: (sql: string) => void;
};

/** Saved queries of the user and the team, and examples. A press opens and runs one. */
export function SavedQueries({ viewPage, query, onSaved, onExample }: SavedQueriesProps) {
  const [isManaged, setIsManaged] = useState(false);
  const list = useQuery(appQuery("views.list", viewPage));
  const views = list.data?.views ?? [];
  return (
    <ScrollRegion aria-label="Saved queries" className="min-h-0 flex-1 overflow-auto">
      <header className="flex h-[34px] items-center gap-2 border-b border-line px-3">
        <h2 className="font-medium">Saved</h2>
        {list.data ? <span className="text-small text-ink-3">{views.length}</span> : null}
        {views.length > 0 ? (
          <Button kind="ghost" size="small" className="ml-auto" onClick={() => setIsManaged(true)}>
            Manage
          </Button>
        ) : null}
      </header>
      {list.isError ? (
        <Callout tone="err" className="m-2">
          Saved queries could not be loaded.{" "}
          <Button size="small" isBusy={list.isFetching} onClick={() => void list.refetch()}>
            Retry
          </Button>
        </Callout>
      ) : null}
      {list.data && views.length === 0 ? (
        <p className="px-3 py-2 text-small text-ink-3">Save keeps a query with the values of its parameters.</p>
      ) : null}
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <QueryButton
              name={view.name}
              note={noteOf(view)}
              isCurrent={isSameView(view.query, query)}
              onPress={() => onSaved(view.query)}
            />
          </li>
        ))}
      </ul>
      <h2 className="flex h-[34px] items-center border-y border-line px-3 font-medium">Examples</h2>
      <ul>
        {EXAMPLES.map(({ name, sql }) => (
          <li key={name}>
            <QueryButton name={name} note="" isCurrent={false} onPress={() => onExample(sql)} />
          </li>
        ))}
      </ul>
      {isManaged ? (
        <ManageViews viewPage={viewPage} views={views} query={query} onClose={() => setIsManaged(false)} />
      ) : null}
    </ScrollRegion>
  );
}

const noteOf = ({ isOwn, isShared, ownerName }: SavedView) => (isOwn ? (isShared ? "shared" : "") : ownerName);

type QueryButtonProps = { name: string; note: string; isCurrent: boolean; onPress: () => void };

function QueryButton({ name, note, isCurrent, onPress }: QueryButtonProps) {
  return (
    <button
      type="button"
      aria-current={isCurrent ? "true" : undefined}
      onClick={onPress}
      className={classNames(
        "flex min-h-8 w-full items-center gap-2 px-3 text-left text-small hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-10",
        isCurrent && "bg-accent-tint",
      )}
    >
      <span className="truncate">{name}</span>
      {note === "" ? null : <span className="ml-auto truncate text-micro text-ink-3">{note}</span>}
    </button>
  );
}

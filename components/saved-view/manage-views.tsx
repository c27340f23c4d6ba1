"use client";

import { ViewDialog } from "@/components/dialog/view-dialog";
import { useHasRole } from "@/components/session/use-role";
import { isSameView, openedQuery, type SavedView, type ViewPage } from "@/lib/address/view-query";
import { ManagedView } from "./managed-view";

type ManageViewsProps = {
  viewPage: ViewPage;
  views: readonly SavedView[];
  /** The current state of the list, which can replace a view. */
  query: string;
  onClose: () => void;
};

/** Renames, replaces, shares and deletes views, and chooses the default view of the page. */
export function ManageViews({ viewPage, views, query, onClose }: ManageViewsProps) {
  const isMember = useHasRole("member") === true;
  const isAdmin = useHasRole("admin") === true;
  return (
    <ViewDialog
      title="Views"
      description="The page opens with your default view. Shared views are visible to everyone."
      size="wide"
      closeLabel="Done"
      onClose={onClose}
    >
      {views.length === 0 ? (
        <p className="text-small text-ink-2">No views left.</p>
      ) : (
        <ul className="border-t border-line">
          {views.map((view) => (
            <ManagedView
              key={view.id}
              view={view}
              viewPage={viewPage}
              isEditable={view.isOwn || isAdmin}
              mayShare={isMember}
              replacement={query === "" || isSameView(query, openedQuery(viewPage.page, view.query)) ? null : query}
            />
          ))}
        </ul>
      )}
    </ViewDialog>
  );
}

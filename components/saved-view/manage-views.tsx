"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { isSameView, type SavedView, type ViewPage } from "@/lib/address/view-query";
import { appQuery } from "@/lib/api/client/app-client";
import { ManagedView } from "./managed-view";

type ManageViewsProps = {
  viewPage: ViewPage;
  views: readonly SavedView[];
  /** What the list shows now, which a view can be changed to. */
  query: string;
  onClose: () => void;
};

/** Renames, replaces, shares and deletes views, and chooses the one that the page opens with. */
export function ManageViews({ viewPage, views, query, onClose }: ManageViewsProps) {
  const session = useQuery(appQuery("session.current", {}));
  const role = session.data?.person.role;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Views"
      description="The page opens with your default view. Views that are shared are seen by everybody."
      className="w-[min(560px,calc(100vw-24px))]"
    >
      {views.length === 0 ? (
        <p className="text-small text-ink-2">There are no views any more.</p>
      ) : (
        <ul className="border-t border-line">
          {views.map((view) => (
            <ManagedView
              key={view.id}
              view={view}
              viewPage={viewPage}
              isEditable={view.isOwn || role === "admin"}
              mayShare={role === "member" || role === "admin"}
              replacement={query === "" || isSameView(query, view.query) ? null : query}
            />
          ))}
        </ul>
      )}
      <div className="mt-3.5 flex justify-end">
        <DialogClose asChild>
          <Button>Done</Button>
        </DialogClose>
      </div>
    </Dialog>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { useWorkspaces } from "@/components/session/use-workspace";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { Tag } from "@/components/ui/tag";
import { isSameView, openedQuery, storedQuery, type ViewPage, viewHref, viewQueryOf } from "@/lib/address/view-query";
import { appQuery } from "@/lib/api/client/app-client";
import type { Workspace } from "@/lib/workspace/workspace";

const ManageViews = openedLater(async () => (await import("./manage-views")).ManageViews);
const SaveView = openedLater(async () => (await import("./save-view")).SaveView);

/**
 * The saved views of a list page, for its header. A view is the search part of an address; the page applies its default
 * view through `openDefaultView`.
 *
 * @param page the page's part of the address: `traces`
 */
export function SavedViews({ page }: { page: string }) {
  const { current } = useWorkspaces();
  return current ? <ViewsMenu workspace={current} viewPage={{ workspaceId: current.id, page }} /> : null;
}

function ViewsMenu({ workspace, viewPage }: { workspace: Workspace; viewPage: ViewPage }) {
  const [openDialog, setOpenDialog] = useState<"save" | "manage" | null>(null);
  const pathname = usePathname();
  const { page } = viewPage;
  const query = storedQuery(page, viewQueryOf(useSearchParams().toString()), workspace);
  const list = useQuery(appQuery("views.list", viewPage));
  const views = list.data?.views ?? [];
  const chosen = query === "" ? undefined : views.find((view) => isSameView(openedQuery(page, view.query), query));
  const close = () => setOpenDialog(null);
  // The list reads the address itself; requesting the page from the server would only restore the default view.
  const open = (next: string) => window.history.pushState(null, "", viewHref(pathname, openedQuery(page, next)));
  return (
    <>
      <Menu
        label="Views"
        align="end"
        className="max-w-72"
        trigger={
          <Button
            size="small"
            isOn={chosen !== undefined}
            aria-label={chosen ? `Views, current: ${chosen.name}` : "Views"}
            icon={<Bookmark size={14} strokeWidth={1.7} aria-hidden="true" />}
          >
            <span className="max-w-36 truncate max-md:hidden">{chosen?.name ?? "Views"}</span>
          </Button>
        }
      >
        {views.length > 0 ? <MenuLabel>Views</MenuLabel> : null}
        {views.length > 0 ? (
          <MenuChoice isChosen={query === ""} onSelect={() => open("")}>
            No view
          </MenuChoice>
        ) : null}
        {views.map((view) => (
          <MenuChoice key={view.id} isChosen={view.id === chosen?.id} onSelect={() => open(view.query)}>
            <span className="truncate">{view.name}</span>
            {view.isDefault ? <Tag>default</Tag> : null}
            {view.isOwn ? null : <span className="truncate text-ink-3">{view.ownerName}</span>}
          </MenuChoice>
        ))}
        {list.isError ? <MenuLabel>Could not load saved views</MenuLabel> : null}
        {list.isError ? <MenuItem onSelect={() => void list.refetch()}>Retry</MenuItem> : null}
        {views.length > 0 || list.isError ? <MenuSeparator /> : null}
        <MenuItem disabled={query === "" || chosen !== undefined} onSelect={() => setOpenDialog("save")}>
          Save view
        </MenuItem>
        {views.length > 0 ? <MenuItem onSelect={() => setOpenDialog("manage")}>Manage views</MenuItem> : null}
      </Menu>
      {openDialog === "save" ? <SaveView viewPage={viewPage} query={query} onClose={close} /> : null}
      {openDialog === "manage" ? <ManageViews viewPage={viewPage} views={views} query={query} onClose={close} /> : null}
    </>
  );
}

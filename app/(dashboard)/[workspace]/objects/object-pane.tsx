"use client";

import { useState } from "react";
import type { ObjectTab } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import { ContentTab } from "@/app/(dashboard)/[workspace]/objects/content/content-tab";
import { DiffControls } from "@/app/(dashboard)/[workspace]/objects/diff/diff-controls";
import { DeleteVersions } from "@/app/(dashboard)/[workspace]/objects/edit/delete-versions";
import { SnippetsTab } from "@/app/(dashboard)/[workspace]/objects/use/snippets-tab";
import { UsedByTab } from "@/app/(dashboard)/[workspace]/objects/use/used-by-tab";
import type { ObjectPaneProps } from "@/app/(dashboard)/[workspace]/objects/versions/object-pane-props";
import { PaneSkeleton } from "@/app/(dashboard)/[workspace]/objects/versions/pane-skeleton";
import { versionLabel } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions";
import { RawTab } from "@/app/(dashboard)/[workspace]/objects/versions/raw-tab";
import { VersionTimeline } from "@/app/(dashboard)/[workspace]/objects/versions/version-timeline";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Popover, PopoverClose } from "@/components/ui/popover";
import { type Tab, Tabs } from "@/components/ui/tabs";
import { ObjectHead } from "./object-head";

const DiffTab = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/objects/diff/diff-tab")).DiffTab,
);

const FiguresTab = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/objects/figures/figures-tab")).FiguresTab,
);

/** One object: its versions on the left, and the selected tab. */
export function ObjectPane(props: ObjectPaneProps) {
  const { workspace, object, chosen, params, actions } = props;
  const [deleting, setDeleting] = useState<"version" | "all" | null>(null);
  const { pages } = chosen;
  // A single version can be read even if versions cannot be listed.
  if (pages.failure && pages.failure.kind !== "unsupported" && pages.versions.length === 0) {
    return (
      <>
        <ObjectHead {...props} onDelete={null} />
        <FailureState failure={pages.failure} onRetry={pages.retry} />
      </>
    );
  }
  // The address selects the comparison; otherwise a version is shown.
  const tab = params.tab ?? (params.a !== null || params.b !== null ? "diff" : "content");
  const contents: readonly (readonly [ObjectTab, string, React.ReactNode])[] = [
    ["diff", "Diff", <DiffTab key="diff" {...props} />],
    ["content", "Content", <ContentTab key="content" {...props} />],
    ["figures", "Figures", <FiguresTab key="figures" {...props} />],
    ["used", "Used by", <UsedByTab key="used" {...props} />],
    ["use", "Use", <SnippetsTab key="use" {...props} />],
    ["raw", "Raw", <RawTab key="raw" {...props} />],
  ];
  const tabs = contents.map(
    ([value, label, content]): Tab<ObjectTab> => ({
      value,
      label,
      content: <WithVersions {...props}>{chosen.isSettled ? content : <PaneSkeleton />}</WithVersions>,
    }),
  );
  return (
    <>
      <ObjectHead {...props} onDelete={setDeleting} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <Tabs label="Object details" value={tab} tabs={tabs} onChange={(next) => actions.change({ tab: next })} />
        {tab === "diff" ? (
          <DiffControls object={object} params={params} version={chosen.selected} onChange={actions.change} />
        ) : null}
      </div>
      {deleting === null ? null : (
        <DeleteVersions
          workspace={workspace}
          object={object}
          version={deleting === "version" ? (chosen.selected ?? null) : null}
          onClose={() => setDeleting(null)}
          onDeleted={() =>
            actions.change(
              deleting === "all"
                ? { object: null, version: null, a: null, b: null }
                : { version: null, a: null, b: null },
            )
          }
        />
      )}
    </>
  );
}

/** The timeline of versions next to the tab; behind a button when there is not enough room. */
function WithVersions({ children, ...props }: ObjectPaneProps & { children: React.ReactNode }) {
  const { object, chosen, nowMs, actions } = props;
  const [isOpen, setIsOpen] = useState(false);
  const thread = (
    <VersionTimeline
      chosen={chosen}
      nowMs={nowMs}
      onSelect={(version) => {
        setIsOpen(false);
        actions.select(object, version);
      }}
      onSetSide={(side, version) => {
        setIsOpen(false);
        actions.setSide(side, version);
      }}
    />
  );
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[186px_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)] max-md:grid-rows-[auto_minmax(0,1fr)]">
      <aside aria-label="Versions" className="min-h-0 border-r border-line max-md:hidden">
        {thread}
      </aside>
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5 md:hidden">
        <Popover
          label="Versions"
          className="h-[60vh] w-[260px] overflow-hidden"
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <Button size="small">
              Version {versionLabel(chosen.pages.versions, chosen.name)}
              <span className="font-normal text-ink-3">of {chosen.pages.versions.length}</span>
            </Button>
          }
        >
          <PopoverClose className="sr-only">Close</PopoverClose>
          {thread}
        </Popover>
      </div>
      <div className="flex min-h-0 min-w-0 flex-col">{children}</div>
    </div>
  );
}

"use client";

import { useQueryStates } from "nuqs";
import { useRef } from "react";
import type { AddressChange } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import { useObjectActions } from "@/app/(dashboard)/[workspace]/objects/address/use-object-actions";
import { ObjectsFilterBar } from "@/app/(dashboard)/[workspace]/objects/filter/objects-filter-bar";
import { ObjectsList } from "@/app/(dashboard)/[workspace]/objects/list/objects-list";
import { useObjectList } from "@/app/(dashboard)/[workspace]/objects/list/use-object-list";
import { useVersionLabels } from "@/app/(dashboard)/[workspace]/objects/marks/use-version-labels";
import { filterCount } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions-query";
import { useChosenObject } from "@/app/(dashboard)/[workspace]/objects/versions/use-selected-object";
import { useIsWide } from "@/components/browser/use-is-wide";
import { useNow } from "@/components/browser/use-now";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import type { ObjectKey } from "@/lib/object/object-key";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { NoObjects } from "./no-objects";
import { ObjectPane } from "./object-pane";
import { ObjectsFoot } from "./objects-foot";
import { ObjectsHead } from "./objects-head";
import { objectsParams } from "./search-params";
import { useObjectKeys } from "./use-object-keys";

/** The objects page of a workspace. */
export function ObjectsView() {
  return <WorkspaceGate>{(workspace) => <Objects key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

/** A minute is the smallest step of the ages shown here. */
const CLOCK_INTERVAL_MS = 10_000;

function Objects({ workspace }: { workspace: Workspace }) {
  const searchBox = useRef<HTMLInputElement>(null);
  const [params, setParams] = useQueryStates(objectsParams, { history: "push" });
  const nowMs = useNow(CLOCK_INTERVAL_MS);
  const marks = useVersionLabels(workspace);
  const hasMarks = marks.tags.length + marks.aliases.length > 0;
  const list = useObjectList(workspace, params, { hasMarks, isFirstShown: useIsWide() });
  const shown = { ...params, object: list.shown };
  const chosen = useChosenObject(workspace, shown, hasMarks);
  const actions = useObjectActions(workspace, params, (change, history = "push") => {
    void setParams(withShownObject(change, params.object, list.shown), { history });
  });
  useObjectKeys({ list, chosen, actions, onSearch: () => searchBox.current?.focus() });
  const isEmpty = list.pages.isWhole && list.pages.versions.length === 0 && filterCount(params) === 0;
  const isDetail = params.object !== null;
  return (
    <>
      {isDetail ? <h1 className="sr-only lg:hidden">Objects</h1> : null}
      <ObjectsHead list={list} params={params} onChange={actions.change} isDetail={isDetail} />
      {isEmpty && !isDetail ? (
        <div className="grid min-h-0 flex-1 overflow-auto border-t border-line">
          <NoObjects workspace={workspace} />
        </div>
      ) : (
        <>
          <ObjectsFilterBar
            workspace={workspace}
            params={params}
            marks={marks}
            onChange={actions.change}
            onOpenRef={actions.openRef}
            searchRef={searchBox}
            className={classNames(isDetail && "max-lg:hidden")}
          />
          <div className="grid min-h-0 flex-1 grid-cols-[clamp(380px,34%,472px)_minmax(0,1fr)] border-t border-line max-lg:grid-cols-[minmax(0,1fr)]">
            <section
              aria-label="Object versions"
              className={classNames(
                "@container flex min-h-0 min-w-0 flex-col border-r border-line max-lg:border-r-0",
                isDetail && "max-lg:hidden",
              )}
            >
              <ObjectsList
                workspace={workspace}
                list={list}
                chosen={chosen}
                params={params}
                nowMs={nowMs}
                actions={actions}
              />
              <ObjectsFoot list={list} onChange={actions.change} />
            </section>
            {/* Scrollable elements inside use the arrow keys themselves; J and K still move in the list. */}
            <section
              aria-label="Object detail"
              onKeyDown={(event) => {
                if (event.key.startsWith("Arrow")) event.stopPropagation();
              }}
              className={classNames("flex min-h-0 min-w-0 flex-col", !isDetail && "max-lg:hidden")}
            >
              {list.shown === null ? (
                <PaneState kind="empty" title="No object selected">
                  Select an object on the left, or move with J and K, to see its versions and compare them.
                </PaneState>
              ) : (
                <ObjectPane
                  workspace={workspace}
                  object={list.shown}
                  chosen={chosen}
                  params={shown}
                  marks={marks}
                  nowMs={nowMs}
                  actions={actions}
                />
              )}
            </section>
          </div>
        </>
      )}
    </>
  );
}

/** Selects the first object, which is shown without being selected, when the user changes something about it. */
function withShownObject(change: AddressChange, selected: ObjectKey | null, shown: ObjectKey | null): AddressChange {
  const isAboutShown = ["version", "a", "b", "tab"].some((name) => name in change) && !("object" in change);
  return isAboutShown && selected === null && shown !== null ? { ...change, object: shown } : change;
}

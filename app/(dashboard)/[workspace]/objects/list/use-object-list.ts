"use client";

import { useMemo, useState } from "react";
import type { ObjectsAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import { findVersion } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions";
import { listRequest } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions-query";
import { useVersionPages } from "@/app/(dashboard)/[workspace]/objects/versions/use-version-pages";
import { objectKeyText } from "@/lib/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ObjectList } from "./object-list";
import { findInGroups, groupVersions, type ListRow, objectRows, versionRows } from "./prepare-object-rows";

interface ListOptions {
  readonly hasMarks: boolean;
  /** True if the first object is shown until the user selects one. */
  readonly isFirstShown: boolean;
}

/** Returns the state of the list: objects and versions that are loaded, found and opened. */
export function useObjectList(
  workspace: Workspace,
  params: ObjectsAddress,
  { hasMarks, isFirstShown }: ListOptions,
): ObjectList {
  const { q, view, sort, base, leaf, ids, not, tags, aliases, kind, latest, sizes, values, object, version } = params;
  const question = useMemo(
    () =>
      listRequest(workspace.projectId, {
        base,
        leaf,
        ids,
        not,
        tags,
        aliases,
        kind,
        latest,
        sizes,
        values,
        sort,
        hasMarks,
      }),
    [workspace.projectId, base, leaf, ids, not, tags, aliases, kind, latest, sizes, values, sort, hasMarks],
  );
  const limit = params.limit === null ? null : Math.max(1, params.limit);
  const offset = Math.max(0, params.offset);
  const pages = useVersionPages(workspace.connectionId, question, { limit, offset });
  const groups = useMemo(() => groupVersions(pages.versions), [pages.versions]);
  const found = useMemo(() => findInGroups(groups, q), [groups, q]);

  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const selectedKey = object === null ? null : objectKeyText(object);
  const isFlat = latest || view === "versions";
  const rows = useMemo(
    (): readonly ListRow[] =>
      isFlat
        ? versionRows(pages.versions, found)
        : objectRows(
            found,
            (group) => opened.get(group.key) ?? group.key === selectedKey,
            (group) => unfolded.has(group.key),
          ),
    [isFlat, pages.versions, found, opened, unfolded, selectedKey],
  );
  const shown = object ?? (isFirstShown ? (rows[0]?.group.object ?? null) : null);
  const shownKey = shown === null ? null : objectKeyText(shown);
  const cursorIndex = useMemo(() => {
    if (shownKey === null) return -1;
    const of = (row: ListRow) => row.group.key === shownKey;
    const group = found.find(({ key }) => key === shownKey);
    const digest = group && findVersion(group.versions, version ?? "latest")?.digest;
    const exact = rows.findIndex((row) => of(row) && row.type === "version" && row.version.digest === digest);
    return exact >= 0 && (version !== null || isFlat) ? exact : rows.findIndex(of);
  }, [rows, found, shownKey, version, isFlat]);
  return {
    pages,
    limit,
    offset,
    groups,
    found,
    rows,
    shown,
    cursorIndex,
    isFlat,
    toggle: (key: string, isOpen: boolean) => setOpened(new Map(opened).set(key, isOpen)),
    unfold: (key: string) => setUnfolded(new Set(unfolded).add(key)),
  };
}

"use client";

import { useMemo } from "react";
import type { ChosenVersions, ListAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ChosenObject } from "./chosen-object";
import { comparedVersions, findVersion } from "./prepare-versions";
import { versionsRequest } from "./prepare-versions-query";
import { useVersionPages } from "./use-version-pages";

/** Returns the object in the address: its versions, the selected version, and the two compared versions. */
export function useChosenObject(
  workspace: Workspace,
  params: ChosenVersions & Pick<ListAddress, "sizes">,
  hasMarks: boolean,
): ChosenObject {
  const { object, version, a, b, sizes } = params;
  const question = useMemo(
    () => (object === null ? null : versionsRequest(workspace.projectId, object, sizes, hasMarks)),
    [workspace.projectId, object, sizes, hasMarks],
  );
  const named = useVersionPages(workspace.connectionId, question, {
    // Prevents showing another object's versions as its own.
    isLike: (before) => before?.filter?.object_ids?.[0] === object?.id,
  });
  const { id, kind } = object ?? {};
  // A service may ignore the filter and return the versions of every object.
  const versions = useMemo(
    () => named.versions.filter((candidate) => candidate.kind === kind && candidate.object_id === id),
    [named.versions, kind, id],
  );
  const pages = { ...named, versions };
  const selected = useMemo(() => findVersion(versions, version ?? "latest"), [versions, version]);
  const sides = useMemo(() => comparedVersions(versions, { version, a, b }), [versions, version, a, b]);
  return {
    object,
    pages,
    selected,
    sides,
    isPinned: a !== null || b !== null,
    digest: selected?.digest ?? (pages.failure === null ? null : version),
    name: selected?.digest ?? version ?? "latest",
    isSettled: selected !== undefined || pages.isWhole || pages.isPaused || pages.failure !== null,
  };
}

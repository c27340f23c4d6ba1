"use client";

import { useMemo } from "react";
import type { Workspace } from "@/lib/workspace/workspace";
import { versionsQuestion } from "./prepare-query";
import { findVersion, sidesOf } from "./prepare-versions";
import type { ObjectsParams } from "./search-params";
import { useVersionPages } from "./use-version-pages";

/** The object that the address names: its versions, the selected one, and the two that are compared. */
export function useChosenObject(workspace: Workspace, params: ObjectsParams, hasMarks: boolean) {
  const { object, version, a, b, sizes } = params;
  const question = useMemo(
    () => (object === null ? null : versionsQuestion(workspace.projectId, object, sizes, hasMarks)),
    [workspace.projectId, object, sizes, hasMarks],
  );
  const named = useVersionPages(workspace.connectionId, question, {
    // Another object's versions would be taken for its own.
    isLike: (before) => before?.filter?.object_ids?.[0] === object?.id,
  });
  const kind = object?.kind;
  const versions = useMemo(() => named.versions.filter((found) => found.kind === kind), [named.versions, kind]);
  const pages = { ...named, versions };
  const selected = useMemo(() => findVersion(versions, version ?? "latest"), [versions, version]);
  const sides = useMemo(() => sidesOf(versions, { version, a, b }), [versions, version, a, b]);
  return {
    object,
    pages,
    selected,
    sides,
    /** Whether a person has set a side, so that it stays while the selection moves. */
    isPinned: a !== null || b !== null,
    /** The digest of the selected version; as it stands in the address when versions cannot be listed. */
    digest: selected?.digest ?? (pages.failure === null ? null : version),
    /** What to read: the digest, or the name as it stands in the address while no loaded version has it. */
    name: selected?.digest ?? version ?? "latest",
    /** Whether the name can be read: another page may still bring the version that it means. */
    isSettled: selected !== undefined || pages.isWhole || pages.isPaused || pages.failure !== null,
  };
}

export type ChosenObject = ReturnType<typeof useChosenObject>;

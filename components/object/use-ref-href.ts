"use client";

import { useWorkspaces } from "@/components/session/use-workspace";
import { parseRefTarget, refHref } from "@/lib/object/object-ref";

/**
 * Finds the page of what a ref names: in this workspace, or in another one of the same connection when the ref belongs
 * to that one's project. Null for what is no ref, and for a project without a workspace.
 */
export function useRefHref(): (text: string) => string | null {
  const { workspaces, current } = useWorkspaces();
  return (text) => {
    const target = parseRefTarget(text);
    if (target === null || current === null) return null;
    const owner =
      target.projectId === current.projectId
        ? current
        : workspaces.find(
            ({ connectionId, projectId }) => connectionId === current.connectionId && projectId === target.projectId,
          );
    return owner ? refHref(owner.slug, owner.projectId, target) : null;
  };
}

"use client";

import { useWorkspaces } from "@/components/session/use-workspace";
import { parseRefTarget, refHref } from "@/lib/object/object-ref";

/**
 * Returns the page of a ref's target: in this workspace, or in another one of the same connection when the ref belongs
 * to its project. Null for text that is not a ref and for a project without a workspace.
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

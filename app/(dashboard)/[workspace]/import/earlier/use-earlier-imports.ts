"use client";

import { useQuery } from "@tanstack/react-query";
import { weaveProject } from "@/app/(dashboard)/[workspace]/import/project/weave-project";
import { earlierImports } from "@/lib/import/earlier/import-record";
import type { Workspace } from "@/lib/workspace/workspace";

/** The imports that a project remembers. */
export function useEarlierImports(workspace: Workspace) {
  const { connectionId, projectId } = workspace;
  return useQuery({
    queryKey: ["service", connectionId, "objs.query", "imports", projectId],
    queryFn: ({ signal }) => earlierImports(weaveProject(workspace, signal)),
  });
}

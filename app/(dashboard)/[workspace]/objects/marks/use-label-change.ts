"use client";

import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "@/components/ui/toast";
import { callOperation } from "@/lib/api/client/service-client";
import type { Workspace } from "@/lib/workspace/workspace";

/** A tag or an alias to add to or remove from a version. */
export interface LabelChange {
  readonly mark: "tag" | "alias";
  readonly action: "add" | "remove";
  readonly name: string;
}

/** The state of a change that was sent to the service. */
export type MarkMutation = UseMutationResult<unknown, Error, LabelChange>;

/** Adds a tag or an alias to a version, or removes it. */
export function useLabelChange({ connectionId, projectId }: Workspace, objectId: string, digest: string): MarkMutation {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ mark, action, name }: LabelChange) => {
      const project = { project_id: projectId };
      const ofVersion = { params: { object_id: objectId, digest } };
      const ofObject = { params: { object_id: objectId } };
      if (mark === "tag") {
        const body = { ...project, tags: [name] };
        return callOperation(connectionId, action === "add" ? "obj.addTags" : "obj.removeTags", { ...ofVersion, body });
      }
      return action === "add"
        ? callOperation(connectionId, "obj.setAliases", { ...ofObject, body: { ...project, digest, aliases: [name] } })
        : callOperation(connectionId, "obj.removeAliases", { ...ofObject, body: { ...project, aliases: [name] } });
    },
    onSuccess: async (_, { mark, action, name }) => {
      await Promise.all(
        (["objs.query", "tags.list", "aliases.list", "obj.read"] as const).map((operation) =>
          queries.invalidateQueries({ queryKey: ["service", connectionId, operation] }),
        ),
      );
      toast(`${mark === "tag" ? "Tag" : "Alias"} ${name} ${action === "add" ? "set" : "removed"}`);
    },
  });
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { callOperation } from "@/lib/api/client/service-client";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { Workspace } from "@/lib/workspace/workspace";
import { latestIn, latestRequest } from "./latest-version";

interface VersionToSave {
  readonly name: string;
  readonly value: Members;
  /** The digest of the latest version that was shown; null when there was none. */
  readonly latest: string | null;
}

/** Another version was saved after the shown one. Nothing was saved. */
export class NewerVersionError extends Error {
  override readonly name = "NewerVersionError";
}

/** Saves a version of a prompt, unless the latest version is no longer the one that the user saw. */
export function useSavePrompt({ connectionId, projectId }: Workspace, onSaved: (version: ObjectVersion) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, value, latest }: VersionToSave) => {
      const listed = await callOperation(connectionId, "objs.query", { body: latestRequest(projectId, name) });
      const current = latestIn(listed.objs, name);
      if ((current?.digest ?? null) !== latest) {
        throw new NewerVersionError(
          current === null
            ? `${name} was deleted meanwhile.`
            : `v${current.version_index} of ${name} was saved meanwhile.`,
        );
      }
      const body = { obj: { project_id: projectId, object_id: name, val: value } };
      const { digest } = await callOperation(connectionId, "obj.create", { body });
      const read = { project_id: projectId, object_id: name, digest };
      return (await callOperation(connectionId, "obj.read", { body: read })).obj;
    },
    onSuccess: async (version) => {
      await Promise.all(
        (["objs.query", "obj.read"] as const).map((operation) =>
          queries.invalidateQueries({ queryKey: ["service", connectionId, operation] }),
        ),
      );
      onSaved(version);
    },
  });
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { otherErrors } from "@/lib/failure/field-errors";
import { countOf } from "@/lib/format/count";
import type { ObjectKey } from "@/lib/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";

type DeleteVersionsProps = {
  workspace: Workspace;
  object: ObjectKey;
  /** The version to delete; null for all of them. */
  version: ObjectVersion | null;
  onClose: () => void;
  onDeleted: () => void;
};

/** Deleting cannot be undone, so the user types the name. */
export function DeleteVersions({ workspace, object, version, onClose, onDeleted }: DeleteVersionsProps) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () =>
      callOperation(workspace.connectionId, "obj.delete", {
        body: {
          project_id: workspace.projectId,
          object_id: object.id,
          ...(version && { digests: [version.digest] }),
        },
      }),
    onSuccess: async ({ num_deleted: count }) => {
      onDeleted();
      onClose();
      toast(`Deleted ${countOf(count, "version")}`);
      await Promise.all(
        (["objs.query", "obj.read"] as const).map((operation) =>
          queryClient.invalidateQueries({ queryKey: ["service", workspace.connectionId, operation] }),
        ),
      );
    },
  });
  const failure = remove.isError ? failureOf(remove.error) : null;
  return (
    <ConfirmDialog
      title={version ? `Delete v${version.version_index} of ${object.id}?` : `Delete all versions of ${object.id}?`}
      description={
        version
          ? "The content can no longer be read, and refs to it stop working. The version number is not reused."
          : "The contents of all versions can no longer be read, and all refs to them stop working. Calls that used them are kept."
      }
      typed={{ what: "the object's name", accepts: (typed) => typed === object.id, isMono: true }}
      action="Delete"
      change={remove}
      messages={errorsOf(failure)}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

function errorsOf(failure: ServiceFailure | null): readonly string[] {
  if (failure?.kind !== "unsupported") return otherErrors(failure, []);
  return ["This connection does not support /obj/delete, so objects cannot be deleted here. Nothing was changed."];
}

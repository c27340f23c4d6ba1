"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { z } from "zod";
import { DialogFailure } from "@/components/dialog/dialog-failure";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { useToast } from "@/components/ui/toast";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { CHANGED_MEANWHILE, connectionCreate, connectionUpdate } from "@/lib/api/contract/app/connections";
import { countOf } from "@/lib/format/count";
import type { Connection } from "@/lib/workspace/connection";
import { ChangedMeanwhile } from "./changed-meanwhile";
import { ConnectionFields, connectionFieldNames } from "./connection-fields";
import { DeleteConnection } from "./delete-connection";
import {
  type ConnectionDraft,
  connectionDraftOf,
  createRequest,
  draftProblem,
  isChanged,
  updateRequest,
} from "./prepare-connection-form";

type ConnectionFormProps = {
  /** As the form was opened with it; null for a new connection. */
  connection: Connection | null;
  /** True when the stored connection was changed since. */
  isOutdated?: boolean;
  isEditable: boolean;
  onSaved: (connection: Connection) => void;
  /** Replaces what was typed by what is stored now. */
  onLoadCurrent?: () => void;
  onMoveLeft: () => void;
};

type ConnectionRequest = z.output<typeof connectionCreate> | z.output<typeof connectionUpdate>;

function requestSchema(opened: Connection | null): z.ZodType<ConnectionRequest, ConnectionDraft> {
  const draft = z.custom<ConnectionDraft>();
  return opened === null
    ? draft.transform(createRequest).pipe(connectionCreate)
    : draft.transform((values) => updateRequest(opened, values)).pipe(connectionUpdate);
}

/** The stored settings of a connection. Secrets can be replaced, never read. */
export function ConnectionForm({
  connection,
  isOutdated = false,
  isEditable,
  onSaved,
  onLoadCurrent,
  onMoveLeft: onLeft,
}: ConnectionFormProps) {
  const stored = connectionDraftOf(connection);
  const { form, errors, others, change, submit } = useValidatedForm({
    schema: requestSchema(connection),
    defaultValues: stored,
    fields: connectionFieldNames,
  });
  const draft = form.watch();
  const [isDeleting, setIsDeleting] = useState(false);
  const queryClient = useQueryClient();
  const toast = useToast();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: appQueryKey("connections.list") });
  const save = useMutation({
    mutationFn: (request: ConnectionRequest) =>
      "id" in request ? callApp("connections.update", request) : callApp("connections.create", request),
    onSuccess: async (result) => {
      if (connection !== null) onSaved(result.connection);
      await readAgain();
      toast(connection ? "Connection saved" : "Connection added");
      // Its row is in the list now.
      if (connection === null) onSaved(result.connection);
    },
  });
  const hasChanged = isChanged(connection, draft);
  // The outside system is the stored connection, which an untouched form follows.
  useEffect(() => {
    if (isOutdated && !hasChanged) onLoadCurrent?.();
  }, [isOutdated, hasChanged, onLoadCurrent]);
  if (connection?.isBuiltIn) return <BuiltIn connection={connection} />;
  const problem = draftProblem(draft);
  const failure = save.error ? failureOf(save.error) : null;
  const wasRefused = failure?.reason === CHANGED_MEANWHILE;
  const showRefusal = (show: (error: unknown) => void) => (error: unknown) => {
    show(error);
    if (failureOf(error).reason === CHANGED_MEANWHILE) void readAgain();
  };
  return (
    <form
      aria-label={connection ? `Connection ${connection.name}` : "New connection"}
      onSubmit={submit((request, { onError }) => save.mutate(request, { onError: showRefusal(onError) }))}
      autoComplete="off"
      className="flex min-h-0 flex-col border-r border-line max-lg:border-r-0 max-lg:border-b"
    >
      <header className="flex h-[42px] flex-none items-center gap-2 px-4 max-md:px-3">
        <h2 className="font-medium">{connection?.name ?? "New connection"}</h2>
        {connection ? (
          <span className="text-small text-ink-3">used by {countOf(connection.workspaceCount, "workspace")}</span>
        ) : null}
      </header>
      <div className="grid min-h-0 flex-1 content-start gap-[11px] overflow-auto px-4 pt-1 pb-4 max-md:px-3">
        {wasRefused || isOutdated ? (
          <ChangedMeanwhile wasRefused={wasRefused} onLoad={onLoadCurrent} />
        ) : (
          <DialogFailure failure={failure} messages={others} />
        )}
        <ConnectionFields stored={connection} draft={draft} errors={errors} isEditable={isEditable} onChange={change} />
        {problem ? <Callout tone="warn">{problem}</Callout> : null}
      </div>
      <footer className="flex min-h-[50px] flex-none items-center gap-2 border-t border-line px-4 max-md:px-3">
        <Button
          type="submit"
          kind="primary"
          disabled={!isEditable || !hasChanged || problem !== null || isOutdated}
          isBusy={save.isPending}
        >
          {connection === null ? "Add connection" : hasChanged ? "Save" : "Saved"}
        </Button>
        {connection === null || hasChanged ? (
          <Button kind="ghost" onClick={() => (connection === null ? onLeft() : change(stored))}>
            {connection === null ? "Cancel" : "Discard"}
          </Button>
        ) : null}
        {connection !== null && isEditable ? (
          <Button
            kind="danger"
            className="ml-auto border-transparent bg-transparent"
            icon={<Trash2 size={14} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => setIsDeleting(true)}
          >
            Delete
          </Button>
        ) : null}
      </footer>
      {connection && isDeleting ? (
        <DeleteConnection connection={connection} onClose={() => setIsDeleting(false)} onDeleted={onLeft} />
      ) : null}
    </form>
  );
}

/** The embedded service needs no settings: address and credential are created at each start. */
function BuiltIn({ connection }: { connection: Connection }) {
  return (
    <section className="flex min-h-0 flex-col border-r border-line max-lg:border-r-0 max-lg:border-b">
      <header className="flex h-[42px] flex-none items-center gap-2 px-4 max-md:px-3">
        <h2 className="font-medium">{connection.name}</h2>
        <span className="text-small text-ink-3">used by {countOf(connection.workspaceCount, "workspace")}</span>
      </header>
      <div className="grid gap-3 px-4 pt-1 pb-4 text-small leading-[17px] text-ink-2 max-md:px-3">
        <p>
          The embedded service. It starts with the dashboard and listens at{" "}
          <span className="text-code">{connection.baseUrl}</span>.
        </p>
        <p>
          The dashboard uses a token that is created at each start and stored nowhere, so there is nothing to edit or
          delete here.
        </p>
        <p>
          Programs send data to it with a key, created under{" "}
          <Link href="/settings/keys" className="text-accent-text underline">
            API keys
          </Link>
          .
        </p>
      </div>
    </section>
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { readTableAddress, rowsDigest, type TableAddress } from "@/lib/dataset/table-address";
import { failureText } from "@/lib/failure/failure-text";
import type { Workspace } from "@/lib/workspace/workspace";

type OpenTableFieldProps = {
  workspace: Workspace;
  /** The label of the button. */
  verb?: string;
  onOpen: (digest: string, dataset: string | null, rowDigest: string | null) => void;
};

interface OpenedTable {
  readonly digest: string;
  readonly dataset: string | null;
  readonly rowDigest: string | null;
}

/** Returns the table that an address points to; resolves the ref of an object to its rows. */
async function findTable({ connectionId, projectId }: Workspace, address: TableAddress): Promise<OpenedTable | string> {
  if (address.kind === "problem") return address.message;
  if (address.kind === "table") return { digest: address.digest, dataset: null, rowDigest: address.rowDigest };
  const { objectId, version, rowDigest } = address;
  const { obj } = await callOperation(connectionId, "obj.read", {
    body: { project_id: projectId, object_id: objectId, digest: version, metadata_only: false },
  });
  const digest = rowsDigest(obj.val);
  if (digest === null) return `${objectId} has no rows: only a dataset points to a table.`;
  return { digest, dataset: `${obj.object_id}:${obj.digest}`, rowDigest };
}

/** A field for a digest or a ref of a table, row or dataset that opens the table. */
export function OpenTableField({ workspace, verb = "Open", onOpen }: OpenTableFieldProps) {
  const [text, setText] = useState("");
  const opening = useMutation({
    mutationFn: (address: TableAddress) => findTable(workspace, address),
    onSuccess: (found) => {
      if (typeof found !== "string") onOpen(found.digest, found.dataset, found.rowDigest);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") opening.mutate(readTableAddress(text, workspace.projectId));
  };
  const failure = opening.error ? failureOf(opening.error) : null;
  const problem = failure
    ? `${failureText(failure).title}: ${failure.reason ?? failure.message}`
    : typeof opening.data === "string"
      ? opening.data
      : null;
  return (
    <form onSubmit={submit} className="grid gap-1">
      <span className="flex max-w-[640px] gap-1.5">
        <Input
          isMono
          aria-label="Digest or ref of a table"
          placeholder="Digest, or weave:///entity/project/…"
          value={text}
          isInvalid={problem !== null}
          onChange={(event) => {
            setText(event.target.value);
            opening.reset();
          }}
          leading={<Table2 size={14} strokeWidth={1.7} aria-hidden="true" />}
          className="grow"
        />
        <Button type="submit" disabled={text.trim() === ""} isBusy={opening.isPending}>
          {verb}
        </Button>
      </span>
      {problem === null ? null : (
        <p role="alert" className="text-small text-err">
          {problem}
        </p>
      )}
    </form>
  );
}

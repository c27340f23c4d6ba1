"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { TableOrigin } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-table-origin";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { useHasRole } from "@/components/session/use-role";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { publishDataset } from "@/lib/dataset/publish-table";
import type { JsonPathSegments } from "@/lib/json/value/json-path";
import type { Workspace } from "@/lib/workspace/workspace";
import { editedRows, NO_EDITS, type TableEdits, updatesOf, withCell, withoutRow } from "./table-edits";

type EditsOptions = {
  workspace: Workspace;
  digest: string;
  /** The dataset whose next version the edited table becomes; null for a table without a dataset. */
  origin: TableOrigin | null;
  rows: readonly TableLine[];
  /** Called with the new table, and its dataset as `NAME:DIGEST`. */
  onSaved: (digest: string, dataset: string | null) => void;
};

/** The unsaved edits of rows, and the actions on them. */
export interface RowEditing {
  /** False for viewers. */
  readonly canEdit: boolean;
  readonly edits: TableEdits;
  /** The rows with the edits. */
  readonly rows: readonly TableLine[];
  readonly setCell: (line: TableLine, path: JsonPathSegments, value: unknown) => void;
  readonly deleteRow: (line: TableLine) => void;
  readonly discard: () => void;
  readonly save: () => void;
  readonly isSaving: boolean;
  readonly failure: ServiceFailure | null;
}

/** Collects edits of rows. Tables are immutable, so saving creates a new table, and a new version of its dataset. */
export function useTableEdits({ workspace, digest, origin, rows, onSaved }: EditsOptions): RowEditing {
  const [edits, setEdits] = useState(NO_EDITS);
  const queries = useQueryClient();
  const toast = useToast();
  const canEdit = useHasRole("member") === true;
  // The array of rows grows in place, so its length is a dependency.
  const shown = useMemo(() => editedRows(rows, edits), [rows, rows.length, edits]);
  useUnsavedWarning(edits.size > 0);
  const saving = useMutation({
    mutationFn: async () => {
      const { connectionId, projectId } = workspace;
      const body = { project_id: projectId, base_digest: digest, updates: updatesOf(edits) };
      const made = await callOperation(connectionId, "table.update", { body });
      if (origin === null) return { digest: made.digest, dataset: null };
      const { signal } = new AbortController();
      const version = await publishDataset(workspace, origin.name, made.digest, signal, origin.val);
      return { digest: made.digest, dataset: `${origin.name}:${version}` };
    },
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ["service", workspace.connectionId, "objs.query"] });
      toast(origin === null ? "New table created" : `New version of ${origin.name} created`);
      setEdits(NO_EDITS);
      onSaved(made.digest, made.dataset);
    },
  });
  return {
    canEdit,
    edits,
    rows: shown,
    setCell: (line, path, value) => setEdits((before) => withCell(before, line, path, value) ?? before),
    deleteRow: (line) => setEdits((before) => withoutRow(before, line) ?? before),
    discard: () => {
      saving.reset();
      setEdits(NO_EDITS);
    },
    save: () => saving.mutate(),
    isSaving: saving.isPending,
    failure: saving.isError ? failureOf(saving.error) : null,
  };
}

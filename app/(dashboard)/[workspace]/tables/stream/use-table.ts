"use client";

import { useMemo } from "react";
import { type RowStreamView, useRowStream } from "@/components/table/use-row-stream";
import type { FetchWindow } from "@/lib/table/row-window";
import type { Sort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import type { TableLine } from "./buffered-row";
import type { FieldDiscovery } from "./field-discovery";
import type { TableQuery } from "./table-query-body";
import { SHEET_LIMITS, type TableLimits, type TableSource, tableSource } from "./table-source";
import { useDiscovery } from "./use-discovery";

export interface TableListing {
  readonly question: TableQuery;
  readonly stream: RowStreamView<TableLine>;
  readonly source: TableSource;
  readonly discovery: FieldDiscovery;
  readonly window: FetchWindow;
}

type TableRequest = {
  workspace: Workspace;
  digest: string;
  rowDigests: readonly string[];
  sort: readonly Sort[];
  window: FetchWindow;
  /** Paths of lists whose items are columns. */
  expanded: readonly string[];
  /** How much is kept; defaults to the limits of a sheet. */
  limits?: TableLimits;
};

/** Returns the rows of a table as they stream in, and the fields discovered so far. */
export function useTable({
  workspace,
  digest,
  rowDigests,
  sort,
  window,
  expanded,
  limits = SHEET_LIMITS,
}: TableRequest): TableListing {
  const { connectionId, projectId } = workspace;
  // Each change of the address creates new values: comparing them as text shows whether the query changed.
  const questionKey = JSON.stringify([rowDigests, sort]);
  const question = useMemo((): TableQuery => {
    const [askedDigests, askedSort] = JSON.parse(questionKey) as [string[], Sort[]];
    return { connectionId, projectId, digest, rowDigests: askedDigests, sort: askedSort };
  }, [connectionId, projectId, digest, questionKey]);
  const { from, limit } = window;
  const source = useMemo(() => tableSource(question, { from, limit }, limits), [question, from, limit, limits]);
  const stream = useRowStream(source.read);
  const discovery = useDiscovery(source, stream.rows, expanded);
  return { question, stream, source, discovery, window };
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import { useMemo } from "react";
import { FailureDetails } from "@/components/state/failure-state";
import { OperationPath } from "@/components/state/operation-path";
import { Unknown } from "@/components/table/cells";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { countOf, formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { type LeadingRows, leadingRows } from "./prepare-leading-rows";

/** The number of rows shown here; the tables page shows all. */
const SHOWN_ROWS = 20;

/** Shows a dataset's first rows as a table, with a link to all rows. */
export function ContentTable({ workspace, digest }: { workspace: Workspace; digest: string }) {
  const body = { project_id: workspace.projectId, digest, limit: SHOWN_ROWS + 1 };
  const { data, error, isError, isFetching, refetch } = useQuery(
    serviceQuery(workspace.connectionId, "table.query", body),
  );
  const table = useMemo(() => leadingRows(data?.rows.slice(0, SHOWN_ROWS) ?? []), [data]);
  const failure = isError ? failureOf(error) : null;
  return (
    <section aria-label="Rows" className="border-t border-line">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 text-small">
        <Table2 size={15} strokeWidth={1.7} aria-hidden="true" className="text-ink-2" />
        <span className="min-w-0 text-ink-2">{data ? rowsText(data.rows.length, table) : "Rows"}</span>
        <Button asChild size="small" className="ml-auto">
          <Link href={`/${workspace.slug}/tables?${new URLSearchParams({ digest })}`}>Open table</Link>
        </Button>
      </div>
      {failure ? (
        <div role="alert" className="px-4 pb-3 text-small">
          {failure.kind === "unsupported" ? (
            <p className="text-ink-2">
              <b>{workspace.connectionName}</b> has no <OperationPath id="table.query" />, so rows cannot be shown here.
            </p>
          ) : (
            <>
              <FailureDetails failure={failure} />
              <Button size="small" className="mt-2" isBusy={isFetching} onClick={() => void refetch()}>
                Retry
              </Button>
            </>
          )}
        </div>
      ) : data === undefined ? (
        <div className="grid gap-3 px-4 pb-3">
          <Skeleton className="w-3/4" />
          <Skeleton className="w-2/3" />
        </div>
      ) : (
        <RowsTable table={table} />
      )}
    </section>
  );
}

function rowsText(count: number, { columns, moreColumns }: LeadingRows): string {
  if (count === 0) return "The table is empty or was deleted.";
  const rows = count > SHOWN_ROWS ? `First ${formatCount(SHOWN_ROWS)} rows` : countOf(count, "row");
  return moreColumns === 0 ? rows : `${rows}, ${columns.length} of ${countOf(columns.length + moreColumns, "column")}`;
}

const CELL_CLASS = "h-[26px] max-w-72 truncate border-b border-line px-2 first:pl-4 last:pr-4";

function RowsTable({ table: { columns, rows } }: { table: LeadingRows }) {
  if (rows.length === 0) return null;
  return (
    <ScrollRegion aria-label="First rows" className="max-h-80 overflow-auto border-t border-line outline-offset-[-2px]">
      <table className="min-w-full border-separate border-spacing-0 text-small">
        <thead>
          <tr>
            <th
              scope="col"
              className={classNames(CELL_CLASS, "sticky top-0 bg-sunken text-right text-micro text-ink-3")}
            >
              #
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={classNames(CELL_CLASS, "sticky top-0 bg-sunken text-left text-micro font-medium text-ink-3")}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, cells }) => (
            <tr key={index}>
              <td className={classNames(CELL_CLASS, "text-right text-ink-3")}>{formatCount(index)}</td>
              {cells.map(({ text, isNumber }, at) => (
                <td
                  key={columns[at]}
                  title={text ?? undefined}
                  className={classNames(CELL_CLASS, isNumber && "text-right")}
                >
                  {text === null ? <Unknown /> : text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

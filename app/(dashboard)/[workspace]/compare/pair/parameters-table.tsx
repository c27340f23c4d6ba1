"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AlignedRow } from "@/app/(dashboard)/[workspace]/compare/alignment/prepare-alignment";
import { SideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/side-letter";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { MISSING } from "@/lib/format/missing";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { compareParameters, type ParameterRow } from "./compare-parameters";

type ParametersTableProps = { workspace: Workspace; row: AlignedRow; columns: readonly number[] };

/** Attributes and settings of the calls of one row, all sides next to each other; differences come first. */
export function ParametersTable({ workspace, row, columns }: ParametersTableProps) {
  const { connectionId, projectId } = workspace;
  const ids = columns.map((column) => row.members[column]?.call?.id ?? null);
  const queries = useQueries({
    queries: ids.map((id) => ({
      ...serviceQuery(connectionId, "call.read", { project_id: projectId, id: id ?? "", include_costs: true }),
      enabled: id !== null,
    })),
  });
  const calls = queries.map(({ data }) => data?.call ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calls are what the queries hold
  const rows = useMemo(() => compareParameters(calls), [row, ...calls]);
  const failed = queries.find((query) => query.isError);
  if (failed) return <FailureState failure={failureOf(failed.error)} onRetry={() => void failed.refetch()} />;
  if (queries.some((query) => query.isLoading)) return <ProgressBar label="Loading parameters" className="flex-none" />;
  if (rows.length === 0) {
    return <PaneState kind="empty" title="No attributes or settings in these calls" />;
  }
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      aria-label="Parameters"
      className="relative min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
    >
      <table aria-label="Parameters by side" className="w-full border-separate border-spacing-0 text-small">
        <thead>
          <tr className="text-micro text-ink-3">
            <th
              scope="col"
              className="sticky top-0 h-(--row-h-head) border-b border-line bg-sunken px-4 text-left font-medium"
            >
              Path
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="sticky top-0 border-b border-line bg-sunken px-2 text-left font-medium"
              >
                <SideLetter column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((parameter) => (
            <Parameter key={parameter.path} parameter={parameter} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Parameter({ parameter, columns }: { parameter: ParameterRow; columns: readonly number[] }) {
  const { path, texts, isSame } = parameter;
  return (
    <tr className={classNames(isSame ? "text-ink-3" : "text-ink")}>
      <th scope="row" className="border-b border-line px-4 py-1 text-left align-top text-code font-normal">
        {path}
        {isSame ? <span className="ml-2 font-sans text-micro">same</span> : null}
      </th>
      {columns.map((column) => (
        <td
          key={column}
          className={classNames(
            "max-w-[360px] min-w-24 border-b border-line px-2 py-1 align-top text-code [overflow-wrap:anywhere]",
            isSame ? "" : "bg-warn-tint",
          )}
        >
          {texts[column] ?? <span className="text-ink-3">{MISSING}</span>}
        </td>
      ))}
    </tr>
  );
}

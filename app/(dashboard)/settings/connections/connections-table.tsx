"use client";

import { useNow } from "@/components/browser/use-now";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Quantity } from "@/components/ui/quantity";
import { Tag } from "@/components/ui/tag";
import { formatDuration } from "@/lib/format/duration";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import type { Connection } from "@/lib/workspace/connection";
import { connectionStatus, medianLatencyMs } from "@/lib/workspace/connection-status";
import { testCounts, testRows } from "./prepare-connection-test";

type ConnectionsTableProps = {
  connections: readonly Connection[];
  chosenId: string | null;
  inUseId: string | null;
  onChosen: (id: string) => void;
};

/** The connections with their stored settings (never a secret) and the result of the last test. */
export function ConnectionsTable({ connections, chosenId, inUseId, onChosen }: ConnectionsTableProps) {
  const nowMs = useNow(60_000);
  return (
    <div className="relative max-h-[40%] flex-none overflow-auto max-lg:max-h-none">
      <SmallTable aria-label="Connections" className="min-w-[980px]">
        <thead>
          <tr>
            <SmallTableHeadCell className="w-[196px]">Connection</SmallTableHeadCell>
            <SmallTableHeadCell>Base URL</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[160px]">Basic user</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[110px]">Bearer token</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[120px]">Operations</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[90px] text-right">Median</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[120px] text-right">Last tested</SmallTableHeadCell>
          </tr>
        </thead>
        <tbody>
          {connections.map((connection) => {
            const status = connectionStatus(connection);
            const counts = connection.lastTest ? testCounts(testRows(connection.lastTest)) : null;
            const latencyMs = medianLatencyMs(connection);
            const testedMs = parseTime(connection.lastTest?.testedAt);
            const isError = status.status === "error";
            return (
              <tr
                key={connection.id}
                aria-selected={connection.id === chosenId}
                className="group/row"
                onClick={() => onChosen(connection.id)}
              >
                <SmallTableCell className={isError ? "shadow-[inset_2px_0_var(--err)]" : ""}>
                  <span className="flex items-center gap-2">
                    <StatusGlyph status={status.status} label={status.words} />
                    <button
                      type="button"
                      onClick={() => onChosen(connection.id)}
                      className="truncate font-medium outline-offset-2"
                    >
                      {connection.name}
                    </button>
                    {connection.id === inUseId ? <Tag tone="run">in use</Tag> : null}
                    {connection.isBuiltIn ? <Tag>built in</Tag> : null}
                  </span>
                </SmallTableCell>
                <SmallTableCell className="text-code" title={connection.baseUrl}>
                  {connection.baseUrl}
                </SmallTableCell>
                <SmallTableCell className="text-code">
                  {connection.basic.username ?? <span className="font-sans text-small text-ink-3">none</span>}
                </SmallTableCell>
                <SmallTableCell className="text-ink-2">
                  {connection.isBuiltIn ? (
                    "built in"
                  ) : connection.bearer.isTokenSet ? (
                    "stored"
                  ) : (
                    <span className="text-ink-3">none</span>
                  )}
                </SmallTableCell>
                <SmallTableCell className={isError ? "text-err" : ""}>
                  {counts ? counts.core : <Unknown />}
                </SmallTableCell>
                <SmallTableCell className="text-right">
                  {latencyMs === null ? <Unknown /> : <Quantity text={formatDuration(latencyMs)} />}
                </SmallTableCell>
                <SmallTableCell className="text-right text-ink-2" title={formatFullTime(testedMs)}>
                  {testedMs === null ? "never" : formatTime(testedMs, nowMs)}
                </SmallTableCell>
              </tr>
            );
          })}
        </tbody>
      </SmallTable>
    </div>
  );
}

import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { formatShortId } from "@/lib/format/identifier";
import { formatDateTime, formatFullTime, parseTime } from "@/lib/format/time";
import { zoneName } from "@/lib/format/time-zone";
import { eventText } from "./prepare-audit";

type Entry = AppResultOf<"audit.list">["entries"][number];

export function AuditLogTable({ entries }: { entries: readonly Entry[] }) {
  return (
    <SmallTable aria-label="Audit log" className="[&_th]:sticky [&_th]:top-0 [&_th]:z-1 [&_th]:border-t">
      <thead>
        <tr>
          <SmallTableHeadCell className="w-[164px] max-md:w-[154px]">Time, {zoneName(Date.now())}</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[200px] max-lg:w-[150px] max-md:hidden">User</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[220px] max-md:w-auto">Event</SmallTableHeadCell>
          <SmallTableHeadCell className="max-md:hidden">Target</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[110px] max-lg:hidden">Request</SmallTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </SmallTable>
  );
}

function AuditRow({ entry }: { entry: Entry }) {
  const { event, actorId, actorName, target, isAllowed, requestId } = entry;
  const atMs = parseTime(entry.at);
  const who = actorName ?? actorId;
  return (
    <tr className="group/row">
      <SmallTableCell className="text-ink-2" title={formatFullTime(atMs)}>
        {atMs === null ? <Unknown /> : formatDateTime(atMs)}
      </SmallTableCell>
      <SmallTableCell
        className="max-md:hidden"
        title={actorId ?? "No user was signed in, or the action ran on the machine itself"}
      >
        {who ?? <Unknown />}
      </SmallTableCell>
      <SmallTableCell title={`${event}${target === null ? "" : `: ${target}`}`}>
        <span className="flex min-w-0 items-center gap-1.5">
          <StatusGlyph status={isAllowed ? "ok" : "error"} label={isAllowed ? "allowed" : "denied"} />
          <span className="truncate">
            {eventText(event)}
            <span className="text-ink-3 md:hidden"> {[who, target].filter(Boolean).join(", ")}</span>
          </span>
        </span>
      </SmallTableCell>
      <SmallTableCell className="text-code text-ink-2 max-md:hidden" title={target ?? ""}>
        {target ?? <Unknown />}
      </SmallTableCell>
      <SmallTableCell className="text-code text-ink-3 max-lg:hidden" title={requestId ?? ""}>
        {requestId === null ? <Unknown /> : formatShortId(requestId)}
      </SmallTableCell>
    </tr>
  );
}

"use client";

import { Undo2 } from "lucide-react";
import Link from "next/link";
import { PlaceList } from "@/app/(dashboard)/[workspace]/import/parts/place-list";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { allCallsHref } from "@/lib/address/traces-href";
import { countOf, formatCount } from "@/lib/format/count";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { type UserNames, userName } from "@/lib/format/user-name";
import type { EarlierImport, ImportRecord, UndoReceipt } from "@/lib/import/earlier/import-record";
import type { Workspace } from "@/lib/workspace/workspace";
import { contentsText, rateText, stateText } from "./prepare-earlier-imports";
import { UndoImport } from "./undo-import";
import type { UndoControl } from "./use-undo";

type ImportDetailsProps = {
  workspace: Workspace;
  earlier: EarlierImport;
  names: UserNames;
  control: UndoControl;
};

/** One import: what it stored, what it lost, and its undo. */
export function ImportDetails({ workspace, earlier: { record, userId }, names, control }: ImportDetailsProps) {
  const receipt = control.state.kind === "done" ? control.state.receipt : record.undone;
  const losses = record.losses.map(({ reason, count }) => ({
    place: count > 1 ? `×${formatCount(count)}` : "",
    reason,
  }));
  const isIdle = control.state.kind === "idle" || control.state.kind === "planned";
  const mayUndo = record.state !== "undone" || (receipt?.kept_calls ?? 0) > 0;
  return (
    <section aria-label={`Import from ${record.from}`} className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-3">
      <div className="grid gap-2">
        <h2 className="font-medium [overflow-wrap:anywhere]">
          {record.source} <span className="text-code font-normal">{record.from}</span>
        </h2>
        <Facts record={record} by={userId === null ? null : userName(userId, names)} />
      </div>
      {receipt === null ? null : <Receipt receipt={receipt} />}
      <div className="flex flex-wrap gap-2">
        {record.state === "undone" ? null : (
          <Button asChild size="small">
            <Link href={allCallsHref(workspace.slug, `attributes.import.id:${record.import_id}`)}>Open calls</Link>
          </Button>
        )}
        {mayUndo && (isIdle || control.state.kind === "planning") ? (
          <Button
            kind="danger"
            size="small"
            isBusy={control.state.kind === "planning"}
            icon={<Undo2 size={14} strokeWidth={1.5} aria-hidden="true" />}
            onClick={() => control.plan(record)}
          >
            Undo import
          </Button>
        ) : null}
      </div>
      <UndoImport record={record} control={control} />
      {record.skipped > 0 ? (
        <p className="text-small text-ink-2">{countOf(record.skipped, "record")} skipped: unreadable.</p>
      ) : null}
      {losses.length > 0 ? (
        <PlaceList label="What was lost or changed" title="Lost or changed" count={losses.length} rows={losses} />
      ) : null}
    </section>
  );
}

function Facts({ record, by }: { record: ImportRecord; by: string | null }) {
  const { calls, feedback, versions, started_at, ended_at } = record;
  const stored = contentsText(calls ?? 0, feedback ?? 0, versions.length);
  const rate = rateText(record);
  const facts = [
    ["State", stateText(record).text],
    ["Stored", stored ?? (calls === null ? "not counted" : "nothing new")],
    ["Began", formatFullTime(parseTime(started_at))],
    ["Ended", ended_at === null ? "not known" : formatFullTime(parseTime(ended_at))],
    ...(rate === null ? [] : [["Took", rate]]),
    ...(by === null ? [] : [["By", by]]),
    ["Id", record.import_id],
  ];
  return (
    <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-3 gap-y-1 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What an undo deleted, and what it left. */
function Receipt({ receipt: { at, calls, feedback, versions, kept_calls: kept } }: { receipt: UndoReceipt }) {
  return (
    <div role="status">
      <Callout tone={kept > 0 ? "warn" : "ok"}>
        <b className="font-medium">Undone</b> {formatFullTime(parseTime(at))}:{" "}
        {contentsText(calls, feedback, versions) ?? "nothing"} deleted.
        {kept > 0
          ? ` ${countOf(kept, "call")} stay, since calls or feedback from elsewhere were added to them or below them.`
          : ""}
      </Callout>
    </div>
  );
}

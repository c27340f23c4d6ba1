import { StatusGlyph } from "@/components/glyph/status-glyph";
import { RuledTable, RuledTableCell, RuledTableHead } from "@/components/training/lists/ruled-table";
import { Link } from "@/components/ui/link";
import type { WatchNotification } from "@/lib/api/contract/watches/watches";
import type { Status } from "@/lib/format/status";
import { formatTime, parseTime } from "@/lib/format/time";

const KINDS: Readonly<Record<WatchNotification["kind"], { readonly word: string; readonly status: Status }>> = {
  firing: { word: "Fired", status: "error" },
  resolved: { word: "Resolved", status: "ok" },
  no_data: { word: "No data", status: "unknown" },
};

function hrefOf(slug: string, { watch_id: watchId, run_id: runId, budget_id: budgetId }: WatchNotification): string {
  if (budgetId != null) return `/${slug}/costs?view=budgets&budget=${encodeURIComponent(budgetId)}`;
  if (runId !== null) return `/${slug}/runs/${encodeURIComponent(runId)}`;
  return `/${slug}/watches/edit?watch=${encodeURIComponent(watchId ?? "")}`;
}

type NotificationsTableProps = { slug: string; notifications: readonly WatchNotification[] };

/** What fired and resolved, newest first; unread ones are bold, and say so. */
export function NotificationsTable({ slug, notifications }: NotificationsTableProps) {
  return (
    <RuledTable label="Notifications" className="border-t border-line">
      <RuledTableHead columns={["At", "Event", "Watch, run or budget"]} />
      <tbody>
        {notifications.map((one) => (
          <tr key={one.id} className="align-top hover:bg-hover">
            <RuledTableCell className="py-2">{formatTime(parseTime(one.at), Date.now())}</RuledTableCell>
            <RuledTableCell className="py-2">
              <span className="flex items-center gap-1.5">
                <StatusGlyph status={KINDS[one.kind].status} label="" />
                {KINDS[one.kind].word}
                {one.is_read ? null : <span className="text-micro text-accent-text">new</span>}
              </span>
            </RuledTableCell>
            <RuledTableCell className="py-2 whitespace-normal">
              <Link
                href={hrefOf(slug, one)}
                className={
                  one.is_read
                    ? "[overflow-wrap:anywhere] hover:underline"
                    : "font-medium [overflow-wrap:anywhere] hover:underline"
                }
              >
                {one.name ?? "deleted run"}
                {one.group === null ? "" : `, ${one.group}`}
              </Link>
              <p className="text-ink-3 [overflow-wrap:anywhere]">{one.sentence}</p>
            </RuledTableCell>
          </tr>
        ))}
      </tbody>
    </RuledTable>
  );
}

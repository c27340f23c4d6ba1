import { callApp } from "@/lib/api/client/app-client";
import type { AppRequestOf, AppResultOf } from "@/lib/api/contract/app/app-operations";
import { BYTE_ORDER_MARK, delimitedLine } from "@/lib/export/delimited-text";
import { openLargeFile } from "@/lib/export/file-sink";

type Entry = AppResultOf<"audit.list">["entries"][number];

const PAGE_SIZE = 500;

const HEAD = ["id", "at", "event", "outcome", "actor_id", "actor_name", "target", "request_id"];

function lineOf(entry: Entry, format: "csv" | "jsonl"): string {
  const { id, at, event, isAllowed, actorId, actorName, target, requestId } = entry;
  const values = [id, at, event, isAllowed ? "allowed" : "denied", actorId, actorName, target, requestId];
  if (format === "csv") return delimitedLine(values, "csv");
  return `${JSON.stringify(Object.fromEntries(HEAD.map((name, index) => [name, values[index]])))}\n`;
}

interface SavedAudit {
  readonly count: number;
  /** The newest actions of API keys are missing: the service does not respond. */
  readonly lacksKeys: boolean;
}

/**
 * Saves all entries of a filter, newest first, up to the newest at the beginning.
 *
 * @returns null when the user closed the dialog
 * @throws RequestFailure; no file is then saved
 */
export async function saveAudit(
  request: AppRequestOf<"audit.list">,
  format: "csv" | "jsonl",
  nowMs: number,
): Promise<SavedAudit | null> {
  const name = `audit-log-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;
  const file = await openLargeFile(name, format === "csv" ? "text/csv" : "application/x-ndjson");
  if (file === null) return null;
  let count = 0;
  let lacksKeys = false;
  try {
    if (format === "csv") await file.write(BYTE_ORDER_MARK + delimitedLine(HEAD, "csv"));
    for (let after: string | undefined; ; ) {
      const page = await callApp("audit.list", {
        ...request,
        limit: PAGE_SIZE,
        ...(after === undefined ? {} : { after }),
      });
      await file.write(page.entries.map((entry) => lineOf(entry, format)).join(""));
      count += page.entries.length;
      lacksKeys ||= page.lacksKeys;
      after = page.entries.at(-1)?.id;
      if (!page.hasMore || after === undefined) break;
    }
    await file.close();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  return { count, lacksKeys };
}

import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { Status } from "@/lib/format/status";
import type { ImportRecord } from "@/lib/import/earlier/import-record";
import type { UndoPlan } from "@/lib/import/earlier/undo-plan";

interface StateText {
  readonly status: Status;
  readonly text: string;
}

/** The state of an import in a word or two. */
export function stateText({ state, undone }: ImportRecord): StateText {
  if (state === "undone") {
    const kept = undone?.kept_calls ?? 0;
    return { status: "cancelled", text: kept > 0 ? `undone, ${formatCount(kept)} kept` : "undone" };
  }
  if (state === "done") return { status: "ok", text: "done" };
  return { status: "warning", text: state === "stopped" ? "stopped" : "not finished" };
}

/** Calls, feedback and versions in words: `3 calls, 12 feedback and 1 object version`. Null where there is none. */
export function contentsText(calls: number, feedback: number, versions: number): string | null {
  const parts = [
    calls > 0 ? countOf(calls, "call") : null,
    feedback > 0 ? `${formatCount(feedback)} feedback` : null,
    versions > 0 ? countOf(versions, "object version") : null,
  ].filter((part) => part !== null);
  const last = parts.pop();
  if (last === undefined) return null;
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

/** How long an import took, and how many records it sent in a second; null where it sent none. */
export function rateText({ sent, run_ms }: ImportRecord): string | null {
  if (sent === 0 || run_ms === 0) return null;
  const perSecond = Math.round(sent / (run_ms / 1000));
  return `${formatDuration(run_ms)}${perSecond > 0 ? `, ${formatCount(perSecond)} records a second` : ""}`;
}

/** What an undo leaves, a sentence each. */
export function leftByUndo({ keptCalls, continuedObjects, record, versions }: UndoPlan): string[] {
  const goneCount = record.versions.length - versions.length;
  return [
    ...(keptCalls > 0
      ? [
          `${countOf(keptCalls, "call")} changed since and stay: calls or feedback from elsewhere were added to them or below them.`,
        ]
      : []),
    ...(continuedObjects.length > 0 ? [`Newer versions stay: ${continuedObjects.join(", ")}.`] : []),
    ...(goneCount > 0 ? [`${countOf(goneCount, "object version")} of this import were deleted before.`] : []),
    ...(record.state === "running"
      ? [
          "The import was cut off, or still runs on another page. Object versions that it stored last may be missing from its record; they stay.",
        ]
      : []),
  ];
}

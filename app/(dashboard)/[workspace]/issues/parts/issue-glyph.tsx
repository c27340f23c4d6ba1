import { StatusGlyph } from "@/components/glyph/status-glyph";
import type { IssueState } from "@/lib/api/contract/issues/issues";

const STATUS = { regressed: "error", ongoing: "warning", resolved: "ok", ignored: "cancelled" } as const;

/** The state of an issue as a shape; its word is beside it. */
export function IssueGlyph({ state }: { state: IssueState }) {
  if (state !== "new") return <StatusGlyph status={STATUS[state]} label="" className="flex-none" />;
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true" className="flex-none text-run">
      <circle cx="7" cy="7" r="5.25" stroke="currentColor" strokeWidth="1.3" />
      <circle cx="7" cy="7" r="2.3" fill="currentColor" />
    </svg>
  );
}

const WORD_CLASSES: Readonly<Record<IssueState, string>> = {
  regressed: "text-err",
  new: "text-accent-text",
  ongoing: "text-warn",
  resolved: "text-ok",
  ignored: "text-ink-3",
};

/** The word for the state of an issue. */
export function IssueStateWord({ state }: { state: IssueState }) {
  return <span className={WORD_CLASSES[state]}>{state}</span>;
}

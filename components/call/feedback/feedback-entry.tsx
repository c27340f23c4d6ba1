import { Trash2 } from "lucide-react";
import { JsonViewer } from "@/components/json/json-viewer";
import { RefText } from "@/components/object/ref-text";
import { ScoreValue } from "@/components/score/score-value";
import { UserName } from "@/components/session/user-name";
import { Button } from "@/components/ui/button";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Feedback } from "@/lib/feedback/feedback-entries";
import { formatFullTime } from "@/lib/format/time";

type FeedbackEntryProps = {
  entry: Feedback;
  /** The title of the question that it answers, where it is known. */
  title?: string | undefined;
  /** Null where the user may not remove the entry. */
  onRemove: (() => void) | null;
  isBusy: boolean;
};

/** One note, annotation or score: its kind, author, time and value. */
export function FeedbackEntry({ entry, title = titleOf(entry), onRemove, isBusy }: FeedbackEntryProps) {
  return (
    <li className="group/entry border-b border-line py-2 first:border-t">
      <p className="flex min-h-6 items-center gap-2 text-micro text-ink-3">
        <b className="flex-none text-small font-medium text-ink">{title}</b>
        <span className="truncate">
          {entry.author === null ? null : (
            <>
              {entry.isOwn ? entry.author : <UserName id={entry.author} />}
              {", "}
            </>
          )}
          {formatFullTime(entry.createdMs)}
        </span>
        {onRemove === null ? null : (
          <Button
            kind="ghost"
            size="icon-small"
            className="ml-auto"
            aria-label={`Remove: ${title}`}
            disabled={isBusy}
            onClick={onRemove}
          >
            <Trash2 size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
        )}
      </p>
      <EntryBody entry={entry} />
      {"ref" in entry && entry.ref !== null ? (
        <p className="truncate text-code text-ink-3" title={entry.ref}>
          <RefText text={entry.ref}>{entry.ref.replace(/^weave:\/\/\/[^/]+\/[^/]+\//, "")}</RefText>
        </p>
      ) : null}
    </li>
  );
}

function titleOf(entry: Feedback): string {
  switch (entry.kind) {
    case "reaction":
      return entry.emoji;
    case "note":
      return "Note";
    case "annotation":
      return entry.name;
    case "score":
      return `Score of ${entry.name}`;
    case "other":
      return entry.type;
  }
}

function EntryBody({ entry }: { entry: Feedback }) {
  if (entry.kind === "reaction") return null;
  const value = entry.kind === "note" ? entry.text : entry.value;
  if (typeof value === "object" && value !== null) return <JsonViewer label={entry.kind} value={value} />;
  if (typeof value === "boolean") return <ScoreValue value={value} />;
  const text = typeof value === "string" ? value : stringifyJson(value);
  return <p className="text-read whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>;
}

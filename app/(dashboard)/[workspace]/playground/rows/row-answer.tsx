import Link from "next/link";
import { useStore } from "zustand";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { formatDuration } from "@/lib/format/duration";
import { formatShortId } from "@/lib/format/identifier";
import { MISSING } from "@/lib/format/missing";
import { classNames } from "@/lib/style/class-names";
import { answerText } from "./prepare-row-runs";
import type { RowsDraft } from "./use-row-runs";

type RowAnswerProps = { store: RowsDraft["rowStore"]; cellKey: string; slug: string };

/** The beginning of an answer, how long it took, and its call. Redrawn on its own while others arrive. */
export function RowAnswer({ store, cellKey: key, slug }: RowAnswerProps) {
  const { answer } = useStore(store, () => store.runOf(key));
  if (answer.status === "idle") return null;
  if (answer.status === "running") return <StatusGlyph status="running" />;
  if (answer.status === "stopped") return <span className="text-ink-3">stopped</span>;
  const text = answerText(answer);
  return (
    <>
      <p
        className={classNames(
          "line-clamp-5 whitespace-pre-wrap [overflow-wrap:anywhere]",
          answer.failure && "text-err",
        )}
      >
        {text === "" ? MISSING : text}
      </p>
      <p className="flex flex-wrap gap-x-2 text-micro text-ink-3">
        {formatDuration(answer.durationMs)}
        {answer.callId === null ? null : (
          <Link
            href={`/${slug}/traces/${encodeURIComponent(answer.callId)}`}
            className="text-code text-micro text-accent-text hover:underline"
          >
            {formatShortId(answer.callId)}
          </Link>
        )}
      </p>
    </>
  );
}

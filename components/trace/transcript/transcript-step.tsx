import { TranscriptMessageView } from "@/components/chat/transcript-message";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Kind } from "@/lib/calls/call-kind";
import { messagesText } from "@/lib/chat/message-text";
import { toolNames } from "@/lib/chat/transcript";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import type { StepView } from "@/lib/trace/transcript/transcript-step";

type TranscriptStepProps = {
  view: StepView;
  name: string;
  kind: Kind;
  /** The model of a model call, the error of a failed call. */
  note: string;
  isFailed: boolean;
  durationMs: number | null;
  isSelected: boolean;
  onSelect: () => void;
};

/** One call of the conversation, with its new messages. */
export function TranscriptStep(props: TranscriptStepProps) {
  const { view, name, kind, note, isFailed, durationMs, isSelected, onSelect } = props;
  return (
    <div className={classNames("px-4 pt-1 pb-2", isSelected && "bg-accent-tint shadow-[inset_2px_0_var(--accent)]")}>
      <p className="flex h-7 min-w-0 items-center gap-1.5 text-micro text-ink-3">
        <KindGlyph kind={kind} />
        <button
          type="button"
          aria-current={isSelected || undefined}
          onClick={onSelect}
          className="min-w-0 truncate text-code text-accent-text hover:underline"
        >
          {name}
        </button>
        {isFailed ? <StatusGlyph status="error" /> : null}
        <span className="min-w-0 truncate max-md:hidden">{isFailed ? "" : note}</span>
        <span className="ml-auto flex flex-none items-center gap-1">
          {view.kind === "messages" && view.repeatedCount > 0 ? (
            <span className="max-md:hidden">repeats {countOf(view.repeatedCount, "message")}, </span>
          ) : null}
          {formatDuration(durationMs)}
          {view.kind === "messages" && view.messages.length > 0 ? (
            <CopyButton
              text={() => messagesText(view.messages)}
              label={`Copy new messages of ${name}`}
              copiedMessage="Messages copied"
            />
          ) : null}
        </span>
      </p>
      <StepBody view={view} />
    </div>
  );
}

function StepBody({ view }: { view: StepView }) {
  switch (view.kind) {
    case "waiting":
      return (
        <div className="grid gap-2 py-1 pl-6">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      );
    case "unreadable":
      return <Remark>Could not read its inputs and output as messages. Open Input and output to see them.</Remark>;
    case "large":
      return <Remark>Its inputs and output have {formatCount(view.length)} characters, too many to load here.</Remark>;
    case "missing":
      return <Remark>The service did not return this call. It may have been deleted in the meantime.</Remark>;
    case "messages": {
      if (view.messages.length === 0) return <Remark>No new messages.</Remark>;
      const names = toolNames({ input: view.messages, output: [], finishReason: null });
      return (
        <ol>
          {view.items.map((item) => (
            <TranscriptMessageView key={item.key} item={item} names={names} />
          ))}
        </ol>
      );
    }
  }
}

function Remark({ children }: { children: React.ReactNode }) {
  return <p className="pb-2 pl-6 text-small text-ink-3">{children}</p>;
}

import { TranscriptMessageView } from "@/components/chat/transcript-message";
import { JsonViewer } from "@/components/json/json-viewer";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { toolNames, transcriptMessages } from "@/lib/chat/transcript";
import { callingMessages } from "@/lib/evaluation/runs/answer-calls";

/** An answer that calls tools, below the expected one: lines of two texts would not show which calls differ. */
export function CallingAnswer({ wanted, messages }: { wanted: unknown; messages: readonly ChatMessage[] }) {
  const expected = callingMessages(wanted);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-2">
      {wanted === undefined ? null : (
        <div className="border-b border-line pb-1">
          {expected.length > 0 ? (
            <MessagesOf label="Expected answer" messages={expected} />
          ) : typeof wanted === "string" ? (
            <p className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">{wanted}</p>
          ) : (
            <JsonViewer label="expected" value={wanted} />
          )}
        </div>
      )}
      <MessagesOf label="Answer" messages={messages} />
    </div>
  );
}

function MessagesOf({ label, messages }: { label: string; messages: readonly ChatMessage[] }) {
  const names = toolNames({ input: [], output: messages, finishReason: null });
  return (
    <ol aria-label={label}>
      {transcriptMessages(messages).map((item) => (
        <TranscriptMessageView key={item.key} item={item} names={names} />
      ))}
    </ol>
  );
}

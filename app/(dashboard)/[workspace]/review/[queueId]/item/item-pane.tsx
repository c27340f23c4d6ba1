"use client";

import { ListTree } from "lucide-react";
import { useRouter } from "next/navigation";
import { useNow } from "@/components/browser/use-now";
import { CallPayload } from "@/components/call/call-payload";
import { FullCallLoader } from "@/components/call/full-call-loader";
import { OpenedCall } from "@/components/call/opened-call";
import { ResolvedCall } from "@/components/call/refs/resolved-call";
import { JsonViewer } from "@/components/json/json-viewer";
import { useKeys } from "@/components/keyboard/use-keys";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { threadHref } from "@/lib/address/thread-href";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { opLabel } from "@/lib/calls/call-facts";
import { exceptionText } from "@/lib/calls/exception-text";
import { failedMessage } from "@/lib/chat/chat-message";
import { readConversation } from "@/lib/chat/read-messages";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";
import { MessageList } from "./message-list";
import { ReviewedThread } from "./reviewed-thread";

type ItemPaneProps = { workspace: Workspace; item: QueueItem; reader: string };

/** The call, turn or thread under review. */
export function ItemPane({ workspace, item }: ItemPaneProps) {
  const router = useRouter();
  const nowMs = useNow();
  const { slug, connectionId, projectId } = workspace;
  const isThread = item.kind === "thread" && item.thread_id != null;
  const href = isThread
    ? threadHref(slug, item.thread_id ?? "")
    : `/${slug}/traces/${encodeURIComponent(item.call_id)}`;
  useKeys("review", { t: () => router.push(href) });
  return (
    <section aria-label="Item" className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:flex-none">
      <div className="flex h-9 flex-none items-center gap-2 border-b border-line pr-2 pl-4 text-small">
        <h2 className="min-w-0 truncate font-medium">{isThread ? "Thread" : opLabel(item.call_op_name)}</h2>
        {item.thread_id ? (
          <Link
            href={threadHref(slug, item.thread_id)}
            className="min-w-0 truncate text-code text-accent-text hover:underline"
          >
            {item.thread_id}
          </Link>
        ) : null}
        <span className="ml-auto flex-none text-ink-3">{formatTime(parseTime(item.call_started_at), nowMs)}</span>
        <Button asChild kind="ghost" size="small">
          <Link href={href}>
            <ListTree size={13} strokeWidth={1.7} aria-hidden="true" />
            {isThread ? "Thread" : "Trace"}
          </Link>
        </Button>
      </div>
      {item.is_missing ? (
        <PaneState kind="no-match" title="This call was deleted">
          It cannot be reviewed and is left out of the results. Skip it, or go to the next item.
        </PaneState>
      ) : (
        <FullCallLoader address={{ connectionId, projectId, callId: item.call_id }}>
          {(call) =>
            isThread || isTurn(call) ? (
              <ReviewedThread workspace={workspace} item={item} lastTurnId={isThread ? null : call.id} />
            ) : (
              <OpenedCall call={call}>
                {(opened) => (
                  <ResolvedCall connectionId={connectionId} call={opened}>
                    {(resolved) => <ReviewedCall call={resolved} />}
                  </ResolvedCall>
                )}
              </OpenedCall>
            )
          }
        </FullCallLoader>
      )}
    </section>
  );
}

const isTurn = (call: Call) => Boolean(call.thread_id) && call.turn_id === call.id;

/** A call as a conversation that ends with what is reviewed, or its inputs and output where there is none. */
function ReviewedCall({ call }: { call: Call }) {
  const { input, output } = readConversation(call.inputs, call.output);
  const failure = call.exception ? [failedMessage(exceptionText(call.exception))] : [];
  const answer = [...output, ...failure];
  if (input.length + answer.length === 0) return <CallPayload call={call} />;
  if (answer.length > 0) return <MessageList messages={[...input, ...answer]} />;
  // The question is not what is reviewed: an output without words is shown as it was stored.
  return <MessageList messages={input} answer={<JsonViewer label="output" value={call.output ?? null} />} />;
}

"use client";

import { useMemo } from "react";
import { Transcript } from "@/components/chat/transcript";
import { MessageFormSwitch } from "@/components/markdown/message-form-switch";
import { PaneState } from "@/components/state/pane-state";
import { DetailBar } from "@/components/ui/pane-bar";
import type { Call } from "@/lib/api/contract/calls/calls";
import { missingContent } from "@/lib/calls/content/missing-content";
import { exceptionText } from "@/lib/calls/exception-text";
import { failedMessage } from "@/lib/chat/chat-message";
import { conversationText } from "@/lib/chat/message-text";
import { type Conversation, readConversation } from "@/lib/chat/read-messages";
import { countOf } from "@/lib/format/count";
import { MissingContentState } from "./missing-content-state";

/** Shows a call as a conversation. */
export function CallChat({ call }: { call: Call }) {
  const { inputs, output, exception } = call;
  const chat = useMemo(() => withFailure(readConversation(inputs, output), exception), [inputs, output, exception]);
  const count = chat.input.length + chat.output.length;
  const missing = missingContent(call);
  if (missing !== null) return <MissingContentState {...missing} />;
  if (count === 0) {
    return (
      <PaneState kind="empty" title="No conversation in this call">
        Neither its inputs nor its output contain messages. Open Input and output to see them.
      </PaneState>
    );
  }
  return (
    <>
      <DetailBar
        actions={<MessageFormSwitch />}
        copied={{
          text: () => conversationText(chat),
          label: "Copy conversation",
          copiedMessage: "Conversation copied",
        }}
      >
        {countOf(count, "message")}
      </DetailBar>
      <Transcript conversation={chat} />
    </>
  );
}

/** The error that ended the call is its answer, also after a part of one. */
function withFailure(chat: Conversation, exception: string | null | undefined): Conversation {
  return exception ? { ...chat, output: [...chat.output, failedMessage(exceptionText(exception))] } : chat;
}

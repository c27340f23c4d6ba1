import { Eye, EyeOff, FoldVertical, UnfoldVertical } from "lucide-react";
import type { ReactNode } from "react";
import { MessageFormSwitch } from "@/components/markdown/message-form-switch";
import { Button } from "@/components/ui/button";

type ConversationHeadProps = {
  /** The search in the thread. */
  findBox: ReactNode;
  hasReasoning: boolean;
  onReasoningChange: (hasReasoning: boolean) => void;
  areUnfolded: boolean;
  onUnfoldedChange: (areUnfolded: boolean) => void;
};

/** The search in a conversation, and how its messages are shown. */
export function ConversationHead(props: ConversationHeadProps) {
  const { findBox, hasReasoning, onReasoningChange, areUnfolded, onUnfoldedChange } = props;
  const ReasoningIcon = hasReasoning ? Eye : EyeOff;
  const FoldIcon = areUnfolded ? FoldVertical : UnfoldVertical;
  return (
    <div
      role="toolbar"
      aria-label="Conversation"
      className="flex h-[37px] flex-none items-center gap-1.5 overflow-x-auto border-b border-line pr-3 pl-4 text-small text-ink-3 [scrollbar-width:none] max-md:h-12"
    >
      {findBox}
      <span className="ml-auto flex flex-none items-center gap-1.5">
        <MessageFormSwitch />
        <Button
          kind="ghost"
          size="small"
          aria-pressed={hasReasoning}
          onClick={() => onReasoningChange(!hasReasoning)}
          icon={<ReasoningIcon size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          Reasoning
        </Button>
        <Button
          kind="ghost"
          size="small"
          onClick={() => onUnfoldedChange(!areUnfolded)}
          icon={<FoldIcon size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          {areUnfolded ? "Fold all" : "Unfold all"}
        </Button>
      </span>
    </div>
  );
}

import { Eye, EyeOff, FoldVertical, UnfoldVertical } from "lucide-react";
import type { ReactNode } from "react";
import { Segmented } from "@/components/form/segmented";
import { MessageFormSwitch } from "@/components/markdown/message-form-switch";
import { Button } from "@/components/ui/button";
import type { TurnMessageForm } from "./use-turn-messages";

type ConversationHeadProps = {
  /** The search in the thread. */
  findBox: ReactNode;
  form: TurnMessageForm;
  onFormChange: (form: TurnMessageForm) => void;
  hasReasoning: boolean;
  onReasoningChange: (hasReasoning: boolean) => void;
  areUnfolded: boolean;
  onUnfoldedChange: (areUnfolded: boolean) => void;
};

const segments = [
  { value: "said", label: "Conversation" },
  { value: "sent", label: "As sent" },
] as const;

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
        <Segmented<TurnMessageForm>
          label="Messages of a turn"
          size="small"
          value={props.form}
          segments={segments}
          onChange={props.onFormChange}
        />
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

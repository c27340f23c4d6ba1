"use client";

import type { MessageForm } from "@/components/markdown/message-form";
import { Button } from "@/components/ui/button";

type MessageFormButtonProps = { form: MessageForm; onForm: (form: MessageForm) => void };

/** Shows one message as it was sent, or as it is meant. */
export function MessageFormButton({ form, onForm }: MessageFormButtonProps) {
  const isRaw = form === "raw";
  return (
    <Button
      kind="ghost"
      size="small"
      aria-pressed={isRaw}
      isOn={isRaw}
      onClick={() => onForm(isRaw ? "rendered" : "raw")}
      className="px-1.5 text-micro"
    >
      Raw
    </Button>
  );
}

"use client";

import { Copy } from "lucide-react";
import { Button } from "./button";
import { useToast } from "./toast";

/** Copies a text and says so; a clipboard that refuses is said as well. */
export function CopyButton({ text, label, said }: { text: string; label: string; said: string }) {
  const say = useToast();
  return (
    <Button
      kind="ghost"
      size="icon-small"
      aria-label={label}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => say(said),
          () => say("The browser did not allow copying", "warning"),
        );
      }}
    >
      <Copy size={12} strokeWidth={2} aria-hidden="true" />
    </Button>
  );
}

"use client";

import { Copy } from "lucide-react";
import { Button } from "./button";
import { useToast } from "./toast";

type CopyButtonProps = {
  /** The text, or how it is made: a large one is made only when it is asked for. */
  text: string | (() => string);
  label: string;
  said: string;
};

/** Copies a text and says so; a clipboard that refuses is said as well. */
export function CopyButton({ text, label, said }: CopyButtonProps) {
  const say = useToast();
  return (
    <Button
      kind="ghost"
      size="icon-small"
      aria-label={label}
      onClick={() => {
        navigator.clipboard.writeText(typeof text === "string" ? text : text()).then(
          () => say(said),
          () => say("The browser did not allow copying", "warning"),
        );
      }}
    >
      <Copy size={12} strokeWidth={2} aria-hidden="true" />
    </Button>
  );
}

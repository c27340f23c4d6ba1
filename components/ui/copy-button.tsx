"use client";

import { Copy } from "lucide-react";
import { Button } from "./button";
import { useCopyText } from "./use-copy-text";

type CopyButtonProps = {
  /** The text, or how it is made: a large one is made only when it is asked for. */
  text: string | (() => string | Promise<string>);
  label: string;
  said: string;
};

/** Copies a text and says so; a clipboard that refuses is said as well. */
export function CopyButton({ text, label, said }: CopyButtonProps) {
  const copy = useCopyText();
  return (
    <Button kind="ghost" size="icon-small" aria-label={label} onClick={() => copy(text, said)}>
      <Copy size={12} strokeWidth={2} aria-hidden="true" />
    </Button>
  );
}

"use client";

import { Copy } from "lucide-react";
import { Button } from "./button";
import { useCopyText } from "./use-copy-text";

type CopyButtonProps = {
  /** The text, or a function that creates it: a large text is created only on request. */
  text: string | (() => string | Promise<string>);
  label: string;
  copiedMessage: string;
  className?: string;
};

/** Copies a text and shows a message, also when the browser refuses. */
export function CopyButton({ text, label, copiedMessage, className }: CopyButtonProps) {
  const copy = useCopyText();
  return (
    <Button
      kind="ghost"
      size="icon-small"
      className={className}
      aria-label={label}
      onClick={() => copy(text, copiedMessage)}
    >
      <Copy size={12} strokeWidth={2} aria-hidden="true" />
    </Button>
  );
}

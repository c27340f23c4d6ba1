"use client";

import { Copy } from "lucide-react";
import { Button } from "./button";
import { useToast } from "./toast";

type CopyButtonProps = {
  /** The text, or a function that creates it: a large text is created only on request. */
  text: string | (() => string | Promise<string>);
  label: string;
  said: string;
};

/** Copies a text and shows a message, also when the browser refuses. */
export function CopyButton({ text, label, said }: CopyButtonProps) {
  const toast = useToast();
  return (
    <Button
      kind="ghost"
      size="icon-small"
      aria-label={label}
      onClick={() => {
        Promise.resolve(typeof text === "string" ? text : text())
          .then((made) => navigator.clipboard.writeText(made))
          .then(
            () => toast(said),
            (error: unknown) => toast(copyProblem(error), "warning"),
          );
      }}
    >
      <Copy size={12} strokeWidth={2} aria-hidden="true" />
    </Button>
  );
}

/** A browser's own message about a blocked clipboard is not shown; other failures are. */
function copyProblem(error: unknown): string {
  return error instanceof Error && !(error instanceof DOMException)
    ? error.message
    : "The browser did not allow copying";
}

"use client";

import { Copy } from "lucide-react";
import { Button } from "./button";
import { useToast } from "./toast";

type CopyButtonProps = {
  /** The text, or how it is made: a large one is made only when it is asked for. */
  text: string | (() => string | Promise<string>);
  label: string;
  said: string;
};

/** Copies a text and says so; a clipboard that refuses is said as well. */
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

/** What a browser says of a clipboard that it keeps shut is for nobody to read; what else failed is. */
function copyProblem(error: unknown): string {
  return error instanceof Error && !(error instanceof DOMException)
    ? error.message
    : "The browser did not allow copying";
}

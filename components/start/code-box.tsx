"use client";

import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useCopyText } from "@/components/ui/use-copy-text";
import { type CodeKind, codePieces } from "@/lib/start/code-highlight";
import { classNames } from "@/lib/style/class-names";

const colors: Record<CodeKind, string> = {
  plain: "",
  comment: "text-ink-3",
  string: "text-code-string",
  word: "text-code-bool",
  name: "text-code-key",
};

type CodeBoxProps = {
  text: string;
  /** The text to copy, where it is longer than the shown text. */
  copiedText?: string;
  label: string;
  copiedMessage: string;
  isTall?: boolean;
};

/** A short program or some variables, with a copy button. */
export function CodeBox({ text, copiedText = text, label, copiedMessage, isTall = false }: CodeBoxProps) {
  const copy = useCopyText();
  return (
    <div className={classNames("relative flex", isTall && "min-h-[214px]")}>
      <pre className="min-w-0 grow px-3 py-[9px] font-mono text-code leading-[19px] whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
        {codePieces(text).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name than their place
          <span key={index} className={colors[piece.kind]}>
            {piece.text}
          </span>
        ))}
      </pre>
      <Button
        size="small"
        aria-label={label}
        className="m-[5px] flex-none"
        icon={<Copy size={12} strokeWidth={2} aria-hidden="true" />}
        onClick={() => copy(copiedText, copiedMessage)}
      >
        Copy
      </Button>
    </div>
  );
}

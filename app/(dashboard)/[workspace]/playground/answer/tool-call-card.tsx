"use client";

import { Check, Pencil } from "lucide-react";
import { useState } from "react";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { JsonViewer } from "@/components/json/json-viewer";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { ToolRequestPart } from "@/lib/chat/chat-message";
import { AnswerText } from "./answer-text";
import { ToolResultForm } from "./tool-result-form";

type ToolCallCardProps = {
  call: ToolRequestPart;
  isRunning: boolean;
  onResult: ((text: string) => void) | undefined;
};

/** A tool call of the model: its parsed arguments, and a form for the tool's result. */
export function ToolCallCard({ call, isRunning, onResult }: ToolCallCardProps) {
  const [step, setStep] = useState<"asked" | "writing" | "given">("asked");
  const sent = isRunning ? null : argumentsOf(call.arguments);
  const raw = typeof call.arguments === "string" ? call.arguments : "";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={`Tool call ${call.name}`} className="mt-2 first:mt-1">
      <div className="overflow-hidden rounded-control border border-line bg-surface">
        <p className="flex h-[27px] items-center gap-1.5 border-b border-line pr-1 pl-[9px]">
          <KindGlyph kind="tool" />
          <span className="min-w-0 truncate text-code font-medium">{call.name}</span>
          {call.id === null ? null : (
            <span className="ml-auto flex min-w-0 items-center text-ink-3">
              <span className="truncate text-code">{call.id}</span>
              <CopyButton text={call.id} label="Copy the tool call id" copiedMessage="Id copied" />
            </span>
          )}
        </p>
        {sent === null ? (
          <div className="px-[9px] py-1.5">
            <AnswerText text={raw} tokens={[]} isRunning={isRunning} />
            {isRunning ? null : <p className="mt-1 text-small text-warn">The arguments are not JSON.</p>}
          </div>
        ) : (
          <div className="py-1">
            <JsonViewer label="arguments" value={sent.value} />
          </div>
        )}
      </div>
      {isRunning || !onResult || step === "writing" ? null : step === "given" ? (
        <p className="mt-2 flex items-center gap-1 text-small text-ok">
          <Check size={12} strokeWidth={2} aria-hidden="true" /> Result added to the messages
        </p>
      ) : (
        <Button
          size="small"
          className="mt-2"
          onClick={() => setStep("writing")}
          icon={<Pencil size={12} strokeWidth={1.7} aria-hidden="true" />}
        >
          Enter result
        </Button>
      )}
      {step === "writing" && onResult ? (
        <ToolResultForm
          name={call.name}
          onCancel={() => setStep("asked")}
          onResult={(text) => {
            onResult(text);
            setStep("given");
          }}
        />
      ) : null}
    </div>
  );
}

/** Arguments are JSON text, or empty for a tool without arguments; null when they are not an object. */
function argumentsOf(sent: unknown): { readonly value: unknown } | null {
  if (typeof sent !== "string") return { value: sent };
  if (sent.trim() === "") return { value: {} };
  try {
    return { value: parseJson(sent) };
  } catch {
    // The model wrote text that is not JSON: it is shown unchanged.
    return null;
  }
}

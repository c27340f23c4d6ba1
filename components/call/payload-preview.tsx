"use client";

import { JsonViewer } from "@/components/json/json-viewer";
import { CopyButton } from "@/components/ui/copy-button";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { PayloadPreview } from "@/lib/calls/payload-beginning";
import { formatCount } from "@/lib/format/count";

type PayloadPreviewViewProps = { label: "inputs" | "output"; beginning: PayloadPreview; onOpenFull: () => void };

/** Inputs or output under its wire name: all of a short value, the beginning of a long one. */
export function PayloadPreviewView({ label, beginning, onOpenFull: onOpenWhole }: PayloadPreviewViewProps) {
  const { value, isWhole, length } = beginning;
  return (
    <section aria-label={label} className="border-t border-line pb-2">
      <div className="flex h-8 items-center gap-2 pr-2 pl-4 text-micro text-ink-3">
        <h3 className="font-medium">{label}</h3>
        {isWhole ? null : (
          <button type="button" onClick={onOpenWhole} className="text-accent-text hover:underline">
            Show all {formatCount(length)} characters
          </button>
        )}
        {isWhole ? (
          <span className="ml-auto">
            <CopyButton text={() => stringifyJson(value)} label={`Copy ${label}`} copiedMessage="Value copied" />
          </span>
        ) : null}
      </div>
      <JsonViewer label={label} value={value} isCut={!isWhole} />
    </section>
  );
}

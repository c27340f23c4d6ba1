import { X } from "lucide-react";
import type { DraftToolCall } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { TextBox } from "@/app/(dashboard)/[workspace]/playground/form/text-box";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { Button } from "@/components/ui/button";
import { parseParameterJson } from "@/lib/completion/read-parameter";

type ToolCallsEditorProps = {
  /** `Message 1` */
  name: string;
  calls: readonly DraftToolCall[];
  onChange: (calls: readonly DraftToolCall[]) => void;
};

const FIELD_CLASS =
  "min-w-0 bg-transparent text-code outline-none placeholder:text-ink-3 focus-visible:outline-none max-md:h-8";

/** Edits the tool calls of an assistant message. */
export function ToolCallsEditor({ name, calls, onChange }: ToolCallsEditorProps) {
  const set = (at: number, change: Partial<DraftToolCall>) =>
    onChange(calls.map((call, index) => (index === at ? { ...call, ...change } : call)));
  return calls.map((call, index) => {
    const label = `${name}, tool call ${index + 1}`;
    const reading = parseParameterJson(call.arguments, "object");
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
      <div
        role="group"
        aria-label={label}
        // biome-ignore lint/suspicious/noArrayIndexKey: calls are only added at the end or removed
        key={index}
        className="rounded-control border border-line bg-surface px-2 py-1 has-[:focus-visible]:border-accent-line"
      >
        <div className="flex items-center gap-1.5">
          <KindGlyph kind="tool" />
          <input
            aria-label={`${label}: name`}
            placeholder="name"
            spellCheck={false}
            value={call.name}
            onChange={(event) => set(index, { name: event.target.value })}
            className={`${FIELD_CLASS} flex-1 font-medium`}
          />
          <input
            aria-label={`${label}: id`}
            placeholder="id"
            spellCheck={false}
            value={call.id}
            onChange={(event) => set(index, { id: event.target.value })}
            className={`${FIELD_CLASS} w-28 text-right text-ink-3`}
          />
          <Button
            kind="ghost"
            size="icon-small"
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => onChange(calls.filter((_, at) => at !== index))}
          >
            <X size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
        </div>
        <TextBox
          label={`${label}: arguments`}
          value={call.arguments}
          isMono
          spellCheck={false}
          placeholder="arguments as JSON"
          onChange={(text) => set(index, { arguments: text })}
        />
        {reading.kind === "value" ? null : (
          <p className="text-micro text-warn">
            {reading.kind === "broken" ? reading.message : "No arguments"}. Sent unchanged.
          </p>
        )}
      </div>
    );
  });
}

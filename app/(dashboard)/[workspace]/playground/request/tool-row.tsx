import { ChevronDown, Trash2 } from "lucide-react";
import type { DraftTool } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { readTool } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { toolFacts, toolWarnings } from "@/app/(dashboard)/[workspace]/playground/form/check-shape";
import { JsonBox } from "@/app/(dashboard)/[workspace]/playground/form/json-box";
import { Checkbox } from "@/components/form/checkbox";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";

type ToolRowProps = {
  tool: DraftTool;
  index: number;
  example: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChange: (tool: DraftTool) => void;
  onRemove: () => void;
};

/** One tool in a row, with its JSON below while it is expanded. */
export function ToolRow({ tool, index, example, isOpen, onOpenChange, onChange, onRemove }: ToolRowProps) {
  const reading = readTool(tool.text);
  const facts = reading.kind === "value" ? toolFacts(reading.value) : null;
  const name = facts?.name ?? `Tool ${index + 1}`;
  const warnings = reading.kind === "value" ? toolWarnings(reading.value) : [];
  return (
    <li>
      <div className="flex min-h-6 min-w-0 items-center gap-2">
        <Checkbox
          aria-label={`Send ${name}`}
          checked={tool.isOn}
          onCheckedChange={(isOn) => onChange({ ...tool, isOn: isOn === true })}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpenChange(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-chip text-left hover:bg-hover max-md:h-8"
        >
          <span className="truncate text-code">{name}</span>
          {reading.kind === "broken" ? (
            <span className="text-micro text-err">not JSON</span>
          ) : warnings.length > 0 ? (
            <span className="text-micro text-warn">unexpected shape</span>
          ) : (
            <span className="min-w-0 flex-1 truncate text-micro text-ink-3">{facts?.arguments}</span>
          )}
          {facts?.isStrict ? <Tag className="ml-auto">strict</Tag> : null}
          <ChevronDown
            size={12}
            strokeWidth={2}
            aria-hidden="true"
            className={`ml-auto flex-none text-ink-3 ${isOpen ? "rotate-180" : ""}`}
          />
        </button>
        <Button kind="ghost" size="icon-small" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 size={12} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </div>
      {isOpen ? (
        <JsonBox
          label={`${name} as JSON`}
          value={tool.text}
          error={reading.kind === "broken" ? reading.message : null}
          warnings={warnings}
          example={example}
          onChange={(text) => onChange({ ...tool, text })}
          className="py-1"
        />
      ) : null}
    </li>
  );
}

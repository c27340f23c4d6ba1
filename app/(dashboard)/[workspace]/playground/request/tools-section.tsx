import { Plus } from "lucide-react";
import { useState } from "react";
import { type Draft, newKey } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withTool } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { DraftEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { SectionHead } from "@/app/(dashboard)/[workspace]/playground/form/section-head";
import { Button } from "@/components/ui/button";
import { ToolRow } from "./tool-row";

const EXAMPLE = `{
  "type": "function",
  "function": {
    "name": "find_flight",
    "description": "Finds direct flights between two airports.",
    "parameters": {
      "type": "object",
      "required": ["origin", "destination"],
      "properties": {
        "origin": { "type": "string" },
        "destination": { "type": "string" }
      }
    }
  }
}`;

/** The tools that the model may call, each on or off. */
export function ToolsSection({ playground }: { playground: DraftEditing }) {
  const { draft, change } = playground;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const onCount = draft.tools.filter(({ isOn }) => isOn).length;
  return (
    <section aria-label="Tools">
      <SectionHead title="Tools" fact={draft.tools.length === 0 ? "none" : `${onCount} of ${draft.tools.length} on`}>
        <Button
          kind="ghost"
          size="small"
          icon={<Plus size={12} strokeWidth={2} aria-hidden="true" />}
          onClick={() => {
            const tool = { key: newKey(), isOn: true, text: EXAMPLE };
            change((before) => ({ ...before, tools: [...before.tools, tool] }));
            setOpenKey(tool.key);
          }}
        >
          Tool
        </Button>
      </SectionHead>
      {draft.tools.length === 0 ? null : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5 pr-3 pb-2 pl-4">
          {draft.tools.map((tool, index) => (
            <ToolRow
              key={tool.key}
              tool={tool}
              index={index}
              example={EXAMPLE}
              isOpen={tool.key === openKey}
              onOpenChange={(isOpen) => setOpenKey(isOpen ? tool.key : null)}
              onChange={(changed) => change((before) => withTool(before, changed))}
              onRemove={() => change((before) => withoutTool(before, tool.key))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function withoutTool(draft: Draft, key: string): Draft {
  return { ...draft, tools: draft.tools.filter((tool) => tool.key !== key) };
}

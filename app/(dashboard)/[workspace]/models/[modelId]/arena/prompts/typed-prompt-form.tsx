import { useState } from "react";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/format/count";
import type { ArenaPrompt } from "./arena-prompt";
import { parsePrompts } from "./prepare-prompts";

/** A form for prompts that the user writes or pastes. They count as unseen. */
export function TypedPromptForm({ onAdd }: { onAdd: (prompts: readonly ArenaPrompt[]) => void }) {
  const [text, setText] = useState("");
  const { prompts, problems } = parsePrompts(text);
  return (
    <>
      <Field
        label="Prompts, one per line"
        hint={'Or JSON: a list of messages, or {"messages": […], "expected": "…"} per line.'}
        error={problems[0]}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={8}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="max-h-[44vh] w-full rounded-control border border-line-strong bg-surface px-2 py-1.5 text-read"
          />
        )}
      </Field>
      <Button
        kind="primary"
        className="justify-self-end"
        disabled={prompts.length === 0 || problems.length > 0}
        onClick={() => onAdd(prompts)}
      >
        Add {countOf(prompts.length, "prompt")}
      </Button>
    </>
  );
}

"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";

type ToolResultFormProps = {
  name: string;
  onResult: (text: string) => void;
  onCancel: () => void;
};

/** A form for a tool's result. An empty result is valid. */
export function ToolResultForm({ name, onResult, onCancel }: ToolResultFormProps) {
  const [text, setText] = useState("");
  const id = useId();
  return (
    <form
      className="mt-2 grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        onResult(text);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The page's own Escape stops runs.
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <label htmlFor={id} className="text-micro font-medium text-ink-3">
        Result of <span className="text-code">{name}</span>
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
        autoFocus
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={'{"seats": 2}'}
        className="w-full resize-y rounded-control border border-line-strong bg-surface px-2 py-1.5 text-code"
      />
      <span className="flex gap-1.5">
        <Button type="submit" size="small">
          Add as tool message
        </Button>
        <Button kind="ghost" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

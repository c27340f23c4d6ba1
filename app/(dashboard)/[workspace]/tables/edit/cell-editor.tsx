"use client";

import { type KeyboardEvent, useId, useState } from "react";
import { Segmented } from "@/components/form/segmented";
import { Button } from "@/components/ui/button";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { copyText } from "@/lib/json/value/value-line";

type CellEditorProps = {
  path: string;
  /** The value; undefined if the row has none. */
  value: unknown;
  onSet: (value: unknown) => void;
  onCancel: () => void;
};

/** Edits the value of a cell, as text or as JSON. */
export function CellEditor({ path, value, onSet, onCancel }: CellEditorProps) {
  const problemId = useId();
  const [kind, setKind] = useState<"text" | "json">(typeof value === "string" || value === undefined ? "text" : "json");
  const [text, setText] = useState(copyText(value));
  const [problem, setProblem] = useState<string | null>(null);
  const set = () => {
    if (kind === "text") return onSet(text);
    try {
      onSet(parseJson(text));
    } catch (error) {
      // The user may still be typing; the reason says where reading failed.
      setProblem(`Not JSON: ${errorMessage(error)}`);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    set();
  };
  return (
    <div className="grid min-h-0 gap-2 p-3">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user pressed Edit to type here
        autoFocus
        aria-label={`New value of ${path}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        rows={6}
        spellCheck={kind === "text"}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        className="max-h-72 min-h-20 w-full resize-y rounded-control border border-line-input bg-surface px-2 py-1.5 text-code aria-invalid:border-err"
      />
      {problem === null ? null : (
        <p id={problemId} role="alert" className="text-small text-err [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        <Segmented
          label="Stored as"
          size="small"
          value={kind}
          onChange={(next) => {
            setKind(next);
            setProblem(null);
          }}
          segments={[
            { value: "text", label: "Text" },
            { value: "json", label: "JSON" },
          ]}
        />
        <Button size="small" kind="ghost" className="ml-auto" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" kind="primary" onClick={set}>
          Change value
        </Button>
      </div>
    </div>
  );
}

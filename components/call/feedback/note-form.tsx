"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { MAX_NOTE_LENGTH } from "@/lib/feedback/feedback-entries";
import { formatCount } from "@/lib/format/count";

type NoteFormProps = {
  isBusy: boolean;
  /** Sends a note; `onDone` is called once it is stored. */
  onAdd: (note: string, onDone: () => void) => void;
};

/** A form for a note. The typed text stays until the note is stored. */
export function NoteForm({ isBusy, onAdd }: NoteFormProps) {
  const id = useId();
  const [text, setText] = useState("");
  const note = text.trim();
  const length = [...note].length;
  const isLong = length > MAX_NOTE_LENGTH;
  const canSend = length > 0 && !isLong && !isBusy;
  return (
    <form
      aria-label="Add a note"
      className="mt-3 grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onAdd(note, () => setText(""));
      }}
    >
      <label htmlFor={id} className="text-micro font-medium text-ink-3">
        Note
      </label>
      <textarea
        id={id}
        rows={3}
        value={text}
        aria-invalid={isLong || undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && canSend) onAdd(note, () => setText(""));
        }}
        className="resize-y rounded-control border border-line-strong bg-surface px-2 py-1.5 text-read aria-invalid:border-err"
      />
      <div className="flex items-center gap-2">
        <Button type="submit" size="small" disabled={!canSend}>
          Add note
        </Button>
        {isLong ? (
          <span role="alert" className="text-micro text-err">
            {formatCount(length)} of at most {formatCount(MAX_NOTE_LENGTH)} characters
          </span>
        ) : null}
      </div>
    </form>
  );
}

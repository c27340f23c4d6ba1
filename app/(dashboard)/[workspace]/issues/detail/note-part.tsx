"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { IssueDetail } from "@/lib/api/contract/issues/issues";
import type { IssueChange } from "./use-issue-change";

const MAX_LENGTH = 4000;

type NotePartProps = { issue: IssueDetail; change: IssueChange; isMember: boolean };

/** What people wrote about an issue. */
export function NotePart({ issue, change, isMember }: NotePartProps) {
  const [draft, setDraft] = useState<string | null>(null);
  if (!isMember && issue.note === "") return null;
  const text = draft ?? issue.note;
  return (
    <section aria-label="Note" className="border-b border-line px-4 py-2.5 text-small max-md:px-3">
      <h3 className="pb-1 font-medium">Note</h3>
      {isMember ? (
        <form
          className="grid gap-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate({ kind: "note", note: text }, { onSuccess: () => setDraft(null) });
          }}
        >
          <textarea
            aria-label="Note"
            rows={3}
            maxLength={MAX_LENGTH}
            value={text}
            placeholder="What is known, and what to do"
            onChange={(event) => setDraft(event.target.value)}
            className="w-full resize-y rounded-control border border-line-strong bg-surface px-2 py-1.5 outline-focus"
          />
          {draft === null || draft === issue.note ? null : (
            <span className="flex gap-1.5">
              <Button type="submit" size="small" isBusy={change.isPending}>
                Save note
              </Button>
              <Button kind="ghost" size="small" onClick={() => setDraft(null)}>
                Cancel
              </Button>
            </span>
          )}
        </form>
      ) : (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{issue.note}</p>
      )}
    </section>
  );
}

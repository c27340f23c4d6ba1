"use client";

import { useId } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { useReviewers } from "@/components/review/use-reviewers";
import type { Reviewer } from "@/lib/review/labels";
import type { QueueDraft } from "./queue-draft";

type ReviewerFieldsProps = { draft: QueueDraft; onChange: (change: Partial<QueueDraft>) => void };

/** The reviewers, and the number of reviews of each item. */
export function ReviewerFields({ draft, onChange }: ReviewerFieldsProps) {
  const reviewers = useReviewers();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_150px] gap-3 max-md:grid-cols-1">
      <fieldset className="grid content-start gap-1">
        <legend className="pb-1 text-micro font-medium text-ink-3">Reviewers (none checked: everyone)</legend>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {reviewers.map((reviewer) => (
            <ReviewerChoice
              key={reviewer.id}
              reviewer={reviewer}
              isChosen={draft.assignees.includes(reviewer.id)}
              onChange={(isChosen) =>
                onChange({
                  assignees: isChosen
                    ? [...draft.assignees, reviewer.id]
                    : draft.assignees.filter((id) => id !== reviewer.id),
                })
              }
            />
          ))}
        </ul>
      </fieldset>
      <Field label="Reviews per item" hint="Empty: one of every reviewer">
        {(ids) => (
          <Input
            {...ids}
            inputMode="numeric"
            value={draft.reviewsPerItem}
            onChange={(event) => onChange({ reviewsPerItem: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

type ReviewerChoiceProps = { reviewer: Reviewer; isChosen: boolean; onChange: (isChosen: boolean) => void };

function ReviewerChoice({ reviewer, isChosen, onChange }: ReviewerChoiceProps) {
  const id = useId();
  return (
    <li className="flex h-6 items-center gap-2 text-small">
      <Checkbox id={id} checked={isChosen} onCheckedChange={(checked) => onChange(checked === true)} />
      <label htmlFor={id} title={reviewer.email}>
        {reviewer.name}
      </label>
    </li>
  );
}

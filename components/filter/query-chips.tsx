"use client";

import { X } from "lucide-react";
import type { QueryProblem, Term } from "@/lib/filter/query-text";
import { NO_USER_NAMES, type UserNames, userName } from "@/lib/format/user-name";
import { classNames } from "@/lib/style/class-names";

interface ChipText {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** A term in words: `Op is any of a, b`; a user by name. */
function chipText(term: Term, userNames: UserNames): ChipText {
  const field = term.field ?? "Text";
  if (term.isPresence) return { field, operator: term.isNegated ? "is not" : "is", value: "set" };
  const [written = "", ...rest] = term.values;
  const first = field === "user" || field === "key" ? userName(written, userNames) : written;
  const value = rest.length > 0 ? `${first} +${rest.length}` : first;
  if (term.operator === "~") return { field, operator: term.isNegated ? "has no" : "has", value };
  if (term.operator !== "=") return { field, operator: term.isNegated ? `not ${term.operator}` : term.operator, value };
  const anyOf = rest.length > 0 ? " any of" : "";
  return { field, operator: (term.isNegated ? "is not" : "is") + anyOf, value };
}

type QueryChipsProps = {
  terms: readonly Term[];
  problems: readonly QueryProblem[];
  /** The position of the term in the box; null when there is none. */
  editedStart?: number | null;
  userNames?: UserNames;
  onEdit: (text: string, start: number) => void;
  onRemove: (text: string, start: number) => void;
};

/** The terms of the query as editable chips; an invalid term is tinted and shows the reason. */
export function QueryChips(props: QueryChipsProps) {
  const { terms, problems, editedStart = null, userNames = NO_USER_NAMES, onEdit, onRemove } = props;
  const broken = new Map(problems.map((problem) => [problem.start, problem]));
  const unread = problems.filter((problem) => !terms.some((term) => term.start === problem.start));
  return (
    <>
      {terms.map((term) => (
        <Chip
          key={term.start}
          {...chipText(term, userNames)}
          problem={broken.get(term.start)?.message}
          isEdited={term.start === editedStart}
          onEdit={() => onEdit(term.text, term.start)}
          onRemove={() => onRemove(term.text, term.start)}
        />
      ))}
      {unread.map((problem) => (
        <Chip
          key={problem.start}
          field="?"
          operator=""
          value={problem.text}
          problem={problem.message}
          isEdited={problem.start === editedStart}
          onEdit={() => onEdit(problem.text, problem.start)}
          onRemove={() => onRemove(problem.text, problem.start)}
        />
      ))}
    </>
  );
}

type ChipProps = ChipText & {
  problem: string | undefined;
  isEdited: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

function Chip({ field, operator, value, problem, isEdited, onEdit, onRemove }: ChipProps) {
  const words = `${field} ${operator} ${value}`;
  return (
    <span
      className={classNames(
        "inline-flex h-(--ctl-h-small) max-w-full flex-none items-stretch overflow-hidden rounded-chip border text-small whitespace-nowrap max-md:h-8",
        problem ? "border-err-line bg-err-tint" : "border-line-strong bg-surface",
        isEdited && "border-accent border-dashed",
      )}
    >
      <button
        type="button"
        aria-label={`Edit filter: ${words}`}
        title={problem}
        onClick={onEdit}
        className="flex min-w-0 items-center gap-1.5 px-1.5 outline-offset-[-2px] hover:bg-hover"
      >
        <span className="text-ink-2">{field}</span>
        <span className="text-ink-3">{operator}</span>
        <span className="max-w-60 truncate font-medium">{value}</span>
      </button>
      <button
        type="button"
        data-chip-remove
        aria-label={`Remove filter: ${words}`}
        onClick={onRemove}
        className="grid w-6 flex-none place-items-center border-l border-line text-ink-3 outline-offset-[-2px] hover:bg-hover hover:text-ink max-md:w-8"
      >
        <X size={12} strokeWidth={2} aria-hidden="true" />
      </button>
    </span>
  );
}

"use client";

import { Braces, Equal, Gavel, GitCompare, Hash, Regex, TextSearch, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/lib/style/class-names";
import type { DraftControl } from "./draft-control";
import { type DraftScorer, newScorer, type ScorerKind } from "./evaluation-draft";
import { NumberedHeading } from "./numbered-heading";
import { ScorerEditor } from "./scorer-editor";

const KINDS: readonly { kind: ScorerKind; label: string; Icon: typeof Equal; result: string }[] = [
  { kind: "exact", label: "Exact", Icon: Equal, result: "yes or no" },
  { kind: "contains", label: "Contains", Icon: TextSearch, result: "yes or no" },
  { kind: "regex", label: "Regex", Icon: Regex, result: "yes or no" },
  { kind: "json_schema", label: "JSON schema", Icon: Braces, result: "valid, errors" },
  { kind: "number", label: "Number", Icon: Hash, result: "within, error" },
  { kind: "judge", label: "LLM judge", Icon: Gavel, result: "score, reason" },
  { kind: "pairwise", label: "Pairwise", Icon: GitCompare, result: "win, tie or loss" },
];

/** What a scorer checks, in a line. */
function summaryOf(scorer: DraftScorer): string {
  switch (scorer.kind) {
    case "exact":
      return `answer equals ${scorer.expected}`;
    case "contains":
      return scorer.column ? `answer contains ${scorer.column}` : `contains ${scorer.texts?.join(", ") ?? ""}`;
    case "regex":
      return scorer.pattern === "" ? "enter a pattern" : `/${scorer.pattern}/${scorer.flags ?? ""}`;
    case "json_schema":
      return "answer fits the schema";
    case "number":
      return `within ${scorer.absolute ?? 0} or ${Number(scorer.relative ?? 0) * 100} % of ${scorer.expected}`;
    case "judge":
    case "pairwise":
      return scorer.model === "" ? "choose a model" : scorer.model;
  }
}

type ScorersPartProps = {
  control: DraftControl;
  /** Of the part among those of its form. */
  number?: number;
  /** Kinds that the form cannot use. */
  without?: readonly ScorerKind[];
  columns: readonly string[];
  errors: ReadonlyMap<string, string>;
};

/** The scorers; the chosen one opens below its line. */
export function ScorersPart({ control, columns, errors, number = 3, without = [] }: ScorersPartProps) {
  const { draft, change } = control;
  const [chosen, setChosen] = useState<number | null>(null);
  const hasError = (index: number) => [...errors.keys()].some((path) => path.startsWith(`scorers[${index}]`));
  return (
    <section aria-label="Scorers" className="border-b border-line">
      <NumberedHeading
        number={number}
        title="Scorers"
        isDone={draft.scorers.length > 0}
        count={draft.scorers.length > 0 ? draft.scorers.length : null}
      >
        {KINDS.filter(({ kind }) => !without.includes(kind)).map(({ kind, label, Icon }) => (
          <Button
            key={kind}
            kind="ghost"
            size="small"
            aria-label={`Add scorer: ${label}`}
            icon={<Icon size={13} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => {
              change({ scorers: [...draft.scorers, newScorer(kind, draft, columns)] });
              setChosen(draft.scorers.length);
            }}
          >
            {label}
          </Button>
        ))}
      </NumberedHeading>
      {draft.scorers.length === 0 ? (
        <p className="px-4 pb-2.5 text-small text-ink-3 max-md:px-3">
          Add a scorer. Each answer gets a score from every scorer.
        </p>
      ) : null}
      <ul>
        {draft.scorers.map((scorer, index) => {
          const kind = KINDS.find((one) => one.kind === scorer.kind);
          const isOpen = chosen === index;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names are edited, and may be equal for a moment
            <li key={index} className="border-t border-line">
              <div className={classNames("flex min-h-[26px] items-center text-small", isOpen && "bg-accent-tint")}>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => setChosen(isOpen ? null : index)}
                  className="grid min-h-[26px] min-w-0 flex-1 grid-cols-[14px_120px_100px_minmax(0,1fr)_110px] items-center gap-2.5 px-4 text-left max-md:grid-cols-[14px_minmax(0,1fr)] max-md:px-3"
                >
                  {kind ? <kind.Icon size={14} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" /> : null}
                  <span className={classNames("truncate text-code font-medium", hasError(index) && "text-err")}>
                    {scorer.name}
                  </span>
                  <span className="truncate max-md:hidden">{kind?.label}</span>
                  <span className="truncate text-ink-2 max-md:hidden">{summaryOf(scorer)}</span>
                  <span className="truncate text-ink-3 max-md:hidden">{kind?.result}</span>
                </button>
                <Button
                  kind="ghost"
                  size="icon-small"
                  aria-label={`Remove ${scorer.name}`}
                  icon={<X size={13} strokeWidth={1.7} aria-hidden="true" />}
                  onClick={() => {
                    change({ scorers: draft.scorers.filter((_one, at) => at !== index) });
                    setChosen(null);
                  }}
                />
              </div>
              {isOpen ? (
                <ScorerEditor
                  scorer={scorer}
                  columns={columns}
                  errorOf={(member) => errors.get(`scorers[${index}].${member}`)}
                  onChange={(next) => change({ scorers: draft.scorers.map((one, at) => (at === index ? next : one)) })}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

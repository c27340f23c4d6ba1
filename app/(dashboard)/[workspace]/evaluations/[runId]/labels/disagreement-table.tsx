"use client";

import { Button } from "@/components/ui/button";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import { shownExample } from "@/lib/evaluation/runs/example-columns";
import { formatCount } from "@/lib/format/count";
import type { Disagreement, JudgeAgreement } from "@/lib/review/judge-agreement";

type DisagreementTableProps = {
  agreement: JudgeAgreement;
  examples: ReadonlyMap<string, EvaluationResultRow>;
  onExample: (key: string, trial: number) => void;
};

/** Further rows are not rendered; the figures count all. */
const MAX_SHOWN = 200;

const textOf = (value: Disagreement["score"]) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

function inputOf(row: EvaluationResultRow | undefined): string {
  if (row?.example == null) return "deleted example";
  return shownExample(row.example, row.example.length < row.example_length, null).input;
}

/** The answers on which score and labels differ, each with a link to its example. */
export function DisagreementTable({ agreement, examples, onExample }: DisagreementTableProps) {
  const { disagreements, question } = agreement;
  if (disagreements.length === 0) return <p className="text-small text-ink-3">No differences.</p>;
  return (
    <>
      <table aria-label={`Differences on ${question}`} className="w-full table-fixed text-small">
        <thead className="text-left text-micro text-ink-3">
          <tr>
            <th scope="col" className="font-medium">
              Example
            </th>
            <th scope="col" className="w-16 font-medium">
              Score
            </th>
            <th scope="col" className="w-16 font-medium">
              People
            </th>
          </tr>
        </thead>
        <tbody>
          {disagreements.slice(0, MAX_SHOWN).map(({ key, trial, score, label }) => (
            <tr key={`${key} ${trial}`} className="border-t border-line">
              <td className="truncate py-0.5 pr-2">
                <Button kind="ghost" size="small" className="max-w-full px-1" onClick={() => onExample(key, trial)}>
                  <span className="truncate">{inputOf(examples.get(key))}</span>
                </Button>
              </td>
              <td>{textOf(score)}</td>
              <td>{textOf(label)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {disagreements.length > MAX_SHOWN ? (
        <p className="text-small text-ink-3">
          {formatCount(MAX_SHOWN)} of {formatCount(disagreements.length)} differences are listed.
        </p>
      ) : null}
    </>
  );
}

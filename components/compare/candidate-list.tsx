import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Tag } from "@/components/ui/tag";
import type { ComparedKind } from "@/lib/address/compare-href";
import type { Candidate } from "@/lib/calls/comparison-candidates";
import { formatShortId } from "@/lib/format/identifier";
import { formatFullTime } from "@/lib/format/time";

type CandidateListProps = {
  candidates: readonly Candidate[];
  kind: ComparedKind;
  onPick: (id: string) => void;
};

/** Calls to compare with, each described by how it differs: its trial, its reward. */
export function CandidateList({ candidates, kind, onPick }: CandidateListProps) {
  return (
    <ul>
      {candidates.map((candidate) => {
        const isThread = kind === "threads";
        const id = (isThread ? candidate.threadId : candidate.id) ?? "";
        return (
          <li key={candidate.id} className="border-b border-line last:border-b-0">
            <button
              type="button"
              onClick={() => onPick(id)}
              className="grid min-h-11 w-full grid-cols-[14px_minmax(0,1fr)_auto] items-center gap-x-2 px-2.5 py-1 text-left outline-offset-[-2px] hover:bg-hover"
            >
              <StatusGlyph status={candidate.status} />
              <span className="min-w-0">
                <span className="block truncate text-code">{isThread ? id : candidate.name}</span>
                <span className="block truncate text-micro text-ink-3">
                  {isThread ? "" : `${formatShortId(id)}${candidate.threadId ? `, ${candidate.threadId}, ` : ", "}`}
                  {formatFullTime(candidate.startedMs)}
                </span>
              </span>
              <span className="flex flex-wrap justify-end gap-1">
                {candidate.facts.map(({ name, text }) => (
                  <Tag key={name} tone="outline" className="max-w-40 truncate">
                    {name} {text}
                  </Tag>
                ))}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

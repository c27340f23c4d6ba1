import { ArrowRight } from "lucide-react";
import { Input } from "@/components/form/input";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";
import type { MappedScore } from "./prepare-mapping";

type ScoreNamesProps = { scores: readonly MappedScore[]; onChange: (name: string, chosen: string) => void };

/** The names of scores, as the other tool has them and as they are stored. */
export function ScoreNames({ scores, onChange }: ScoreNamesProps) {
  return (
    <section aria-label="Scores" className="grid min-w-0 gap-1.5">
      <h2 className="font-medium">
        Scores <span className="font-normal text-ink-3">{formatCount(scores.length)}</span>
      </h2>
      <SmallTable aria-label="Names of scores">
        <thead>
          <tr>
            <SmallTableHeadCell className="max-md:pl-4">Score</SmallTableHeadCell>
            <SmallTableHeadCell className="w-28 text-right max-md:w-16">Records</SmallTableHeadCell>
            <SmallTableHeadCell className="w-8 max-md:hidden">
              <span className="sr-only">becomes</span>
            </SmallTableHeadCell>
            <SmallTableHeadCell>Stored as</SmallTableHeadCell>
            <SmallTableHeadCell className="w-32 max-md:w-20">
              <span className="sr-only">Change</span>
            </SmallTableHeadCell>
          </tr>
        </thead>
        <tbody>
          {scores.map(({ name, count, chosen }) => (
            <tr key={name}>
              <SmallTableCell className="text-code max-md:pl-4" title={name}>
                {name}
              </SmallTableCell>
              <SmallTableCell className="text-right">{formatCount(count)}</SmallTableCell>
              <SmallTableCell className="text-ink-3 max-md:hidden">
                <ArrowRight size={12} aria-hidden="true" />
              </SmallTableCell>
              <SmallTableCell>
                {chosen === "" ? (
                  <span className="text-ink-3">left out</span>
                ) : (
                  <Input
                    isMono
                    aria-label={`Stored name of ${name}`}
                    value={chosen}
                    maxLength={255}
                    onChange={({ target }) => {
                      // A name is never empty while it is typed: that would leave the score out.
                      if (target.value !== "") onChange(name, target.value);
                    }}
                  />
                )}
              </SmallTableCell>
              <SmallTableCell className="text-right max-md:px-0 max-md:last:pr-0!">
                <Button
                  kind="ghost"
                  size="small"
                  aria-label={`${chosen === "" ? "Keep" : "Leave out"} ${name}`}
                  onClick={() => onChange(name, chosen === "" ? name : "")}
                >
                  {chosen === "" ? "Keep" : "Leave out"}
                </Button>
              </SmallTableCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  );
}

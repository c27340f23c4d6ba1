import { StatusGlyph } from "@/components/glyph/status-glyph";
import type { BadLine } from "@/lib/api/client/json-lines";
import { countOf } from "@/lib/format/count";

type ListGapsProps = {
  /** What is listed, in singular. */
  noun: string;
  /** The rows that could not be read, by their position. */
  badRows: readonly BadLine[];
  /** The service returns the same rows again where the next ones were requested. */
  isStuck: boolean;
};

const MAX_NUMBERS = 5;

const BAND =
  "flex min-h-[34px] flex-none flex-wrap items-center gap-2 border-y border-warn-line bg-warn-tint py-1 pr-2.5 pl-4 text-small";

/** What a list leaves out, and why; nothing where it is whole. */
export function ListGaps({ noun, badRows, isStuck }: ListGapsProps) {
  const numbers = badRows.slice(0, MAX_NUMBERS).map(({ line }) => line);
  return (
    <>
      {badRows.length > 0 ? (
        <div role="alert" className={BAND}>
          <StatusGlyph status="warning" label="" />
          <span>
            {countOf(badRows.length, noun)} could not be read: {numbers.join(", ")}
            {badRows.length > MAX_NUMBERS ? " and more" : ""}
          </span>
          <span className="truncate text-code text-ink-2">{badRows[0]?.reason}</span>
        </div>
      ) : null}
      {isStuck ? (
        <div role="alert" className={BAND}>
          <StatusGlyph status="warning" label="" />
          <span>
            The service says that there are more {noun}s and returns the same ones again, so the rest cannot be loaded.
          </span>
        </div>
      ) : null}
    </>
  );
}

import { memo, useMemo } from "react";
import type { ValueComparison } from "@/lib/diff/compare-values";
import type { DiffRow } from "@/lib/diff/diff-rows";
import { jsonTones, type LinePiece, type LineTone, linePieces } from "@/lib/diff/line-pieces";
import type { LineText } from "@/lib/diff/line-text";
import { diffWords } from "@/lib/diff/word-diff";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";

const colors: Record<LineTone, string> = {
  key: "text-code-key",
  string: "text-code-string",
  number: "text-code-number",
  boolean: "text-code-bool",
  null: "text-code-null italic",
  punctuation: "text-code-null",
  plain: "",
};

/** The look of each side of a row. A missing line is hatched, so that it never looks like an empty one. */
type SideLook = "same" | "removed" | "added" | "missing";

const grounds: Record<SideLook, string> = {
  same: "",
  removed: "bg-diff-del",
  added: "bg-diff-add",
  missing: "bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--line)_5px_6px)] opacity-60",
};

type LineRow = Exclude<DiffRow, { kind: "fold" }>;

type RowProps = {
  row: LineRow;
  comparison: ValueComparison;
  isJson: boolean;
  /** Width for the highest line number, in pixels. */
  numberWidth: number;
  /** Long lines are wrapped, not cut. */
  isWhole: boolean;
  onShowAll: () => void;
};

/** Words that changed on both sides of a row; null where words are not compared. */
function useWordDiff({ row, comparison }: Pick<RowProps, "row" | "comparison">) {
  const pair = row.kind === "changed" ? row.pair : null;
  return useMemo(
    () => (pair ? diffWords(comparison.left.at(pair[0]), comparison.right.at(pair[1])) : null),
    [pair, comparison],
  );
}

/** Both sides of a row next to each other. */
export const SplitRow = memo(function SplitRow(props: RowProps) {
  const { row, comparison } = props;
  const words = useWordDiff(props);
  const lookOf = (at: number | null, changed: SideLook): SideLook => {
    if (row.kind === "same") return "same";
    return at === null ? "missing" : changed;
  };
  const left = lookOf(row.left, "removed");
  const right = lookOf(row.right, "added");
  return (
    <div
      className="grid min-h-[18px] text-code leading-[18px]"
      style={{ gridTemplateColumns: `${props.numberWidth}px minmax(0,1fr) ${props.numberWidth}px minmax(0,1fr)` }}
    >
      <LineNumber at={row.left} look={left} />
      <LineContent
        isJson={props.isJson}
        isWhole={props.isWhole}
        onShowAll={props.onShowAll}
        line={textAt(comparison.left, row.left)}
        look={left}
        parts={words?.left ?? null}
      />
      <LineNumber at={row.right} look={right} className="border-l border-line" />
      <LineContent
        isJson={props.isJson}
        isWhole={props.isWhole}
        onShowAll={props.onShowAll}
        line={textAt(comparison.right, row.right)}
        look={right}
        parts={words?.right ?? null}
      />
    </div>
  );
});

/** One line, with its number on the side that has it. */
export const UnifiedRow = memo(function UnifiedRow(props: RowProps) {
  const { row, comparison } = props;
  const words = useWordDiff(props);
  const look = row.kind === "same" ? "same" : row.left === null ? "added" : "removed";
  const line = row.left === null ? textAt(comparison.right, row.right) : textAt(comparison.left, row.left);
  const parts = look === "added" ? words?.right : words?.left;
  return (
    <div
      className="grid min-h-[18px] text-code leading-[18px]"
      style={{ gridTemplateColumns: `${props.numberWidth}px ${props.numberWidth}px minmax(0,1fr)` }}
    >
      <LineNumber at={row.left} look={look} />
      <LineNumber at={row.right} look={look} />
      <LineContent
        isJson={props.isJson}
        isWhole={props.isWhole}
        onShowAll={props.onShowAll}
        line={line}
        look={look}
        parts={parts ?? null}
      />
    </div>
  );
});

function textAt(lines: LineText, at: number | null): string | null {
  return at === null ? null : lines.at(at);
}

function LineNumber({ at, look, className }: { at: number | null; look: SideLook; className?: string }) {
  return (
    <span className={classNames("pr-2 text-right text-[0.65625rem] text-ink-3 select-none", grounds[look], className)}>
      {at === null ? "" : at + 1}
    </span>
  );
}

type TextProps = Pick<RowProps, "isJson" | "isWhole" | "onShowAll"> & {
  line: string | null;
  look: SideLook;
  parts: Parameters<typeof linePieces>[2];
};

const TEXT_CLASS = "relative min-w-0 pr-2 pl-4 whitespace-pre-wrap [overflow-wrap:anywhere]";

function LineContent({ line, look, parts, isJson, isWhole, onShowAll }: TextProps) {
  const pieces = useMemo(
    () => (line === null ? [] : linePieces(line, isJson ? jsonTones(line) : [], parts, isWhole)),
    [line, parts, isJson, isWhole],
  );
  const drawn = pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are told apart by nothing but their place
    <Piece key={index} piece={piece} look={look} onShowAll={onShowAll} />
  ));
  if (look === "removed") {
    return (
      <del className={classNames(TEXT_CLASS, "no-underline", grounds.removed)}>
        <Sign className="text-err">−</Sign>
        {drawn}
      </del>
    );
  }
  if (look === "added") {
    return (
      <ins className={classNames(TEXT_CLASS, "no-underline", grounds.added)}>
        <Sign className="text-ok">+</Sign>
        {drawn}
      </ins>
    );
  }
  return <span className={classNames(TEXT_CLASS, grounds[look])}>{drawn}</span>;
}

function Sign({ children, className }: { children: string; className: string }) {
  return (
    <span aria-hidden="true" className={classNames("absolute left-[3px] select-none", className)}>
      {children}
    </span>
  );
}

function Piece({ piece, look, onShowAll }: { piece: LinePiece; look: SideLook; onShowAll: () => void }) {
  const mark = look === "removed" ? "bg-diff-del-word" : "bg-diff-add-word";
  return (
    <>
      {piece.isMarked ? (
        <mark className={classNames("rounded-bar text-ink", mark)}>{piece.text}</mark>
      ) : (
        <span className={colors[piece.tone]}>{piece.text}</span>
      )}
      {piece.hiddenLength > 0 ? (
        <button
          type="button"
          onClick={onShowAll}
          className="mx-1 rounded-[3px] bg-active px-1 font-sans text-[0.6875rem] leading-[15px] text-accent-text hover:underline"
        >
          Show all, {formatCount(piece.hiddenLength)} more characters
        </button>
      ) : null}
    </>
  );
}

import { Fragment, memo, useMemo } from "react";
import { type ColoredText, type ColorRun, colorReader } from "@/lib/logprobs/color-runs";
import type { TokenPiece } from "@/lib/logprobs/join-tokens";
import { type HeatLevel, heatLevel } from "@/lib/logprobs/logprob-figures";
import { isSameBlock, type TextBlock } from "@/lib/logprobs/split-blocks";
import { classNames } from "@/lib/style/class-names";

/** Three steps of tint; the lower two are also underlined, so that color is not the only sign. */
export const HEAT_CLASSES: Record<HeatLevel, string> = {
  0: "",
  1: "bg-[color-mix(in_srgb,var(--dye-weld)_18%,transparent)]",
  2: "border-b border-dotted border-warn bg-[color-mix(in_srgb,var(--dye-weld)_38%,transparent)] text-ink",
  3: "border-b-[1.5px] border-err bg-[color-mix(in_srgb,var(--dye-madder)_34%,transparent)] text-ink",
};

/** Another tint than by probability. */
export interface TokenTint {
  readonly classOf: (piece: TokenPiece) => string;
  /** The value in the card of a token; null where the data does not have it. */
  readonly textOf: (piece: TokenPiece) => string | null;
}

type HeatBlockProps = {
  block: TextBlock;
  tint?: TokenTint | undefined;
  /** The tints of the block's text, from its beginning. */
  colorsOf?: ((text: string) => readonly ColorRun[]) | undefined;
  /** Index of the selected token; null where it is not in this block. */
  current: number | null;
  /** The text grows at its end. */
  hasCaret: boolean;
};

/** A block of an answer. It renders again only when it changed: many answers stream at once. */
export const HeatBlock = memo(function HeatBlock(props: HeatBlockProps) {
  const { block, colorsOf, current, hasCaret, tint } = props;
  const runs = useMemo(() => colorsOf?.(block.text) ?? [], [colorsOf, block.text]);
  const colored = colorReader(runs);
  return (
    <div>
      {block.pieces === null ? (
        <Colored parts={colored(block.text)} />
      ) : (
        block.pieces.map((piece, offset) => {
          const index = block.firstPiece + offset;
          const look = tint?.classOf(piece) ?? HEAT_CLASSES[heatLevel(piece.logprob)];
          // The space before a word is not tinted; only a token that is all whitespace has its space tinted.
          const lead = piece.text.trim() === "" ? "" : (/^\s+/.exec(piece.text)?.[0] ?? "");
          const word = piece.text.slice(lead.length);
          colored(lead);
          const parts = colored(word);
          return (
            <span key={index} data-token={index}>
              {lead}
              <span className={classNames("rounded-bar py-px", look, current === index && "outline-1 outline-accent")}>
                {/* A strong tint has a text color of its own. */}
                {look.includes("text-ink") ? word : <Colored parts={parts} />}
              </span>
            </span>
          );
        })
      )}
      {hasCaret ? <span aria-hidden="true" className="ml-px inline-block h-3.5 w-px bg-accent align-[-2px]" /> : null}
    </div>
  );
}, isSame);

function isSame(left: HeatBlockProps, right: HeatBlockProps): boolean {
  return (
    left.current === right.current &&
    left.hasCaret === right.hasCaret &&
    left.colorsOf === right.colorsOf &&
    left.tint === right.tint &&
    isSameBlock(left.block, right.block)
  );
}

function Colored({ parts }: { parts: readonly ColoredText[] }) {
  return parts.map(({ text, color }, index) =>
    color === "" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text are told apart by nothing but their place
      <Fragment key={index}>{text}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text are told apart by nothing but their place
      <span key={index} className={color}>
        {text}
      </span>
    ),
  );
}

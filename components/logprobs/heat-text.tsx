"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { ColorRun } from "@/lib/logprobs/color-runs";
import type { TokenPiece } from "@/lib/logprobs/join-tokens";
import type { TextBlock } from "@/lib/logprobs/split-blocks";
import { type CardPosition, positionCard } from "@/lib/style/card-position";
import { classNames } from "@/lib/style/class-names";
import { HeatBlock, type TokenTint } from "./heat-block";
import { TokenCard, tokenDescription } from "./token-card";

type HeatTextProps = {
  blocks: readonly TextBlock[];
  /** All pieces of the blocks; empty without probabilities. */
  pieces: readonly TokenPiece[];
  colorsOf?: ((text: string) => readonly ColorRun[]) | undefined;
  tint?: TokenTint | undefined;
  isRunning?: boolean;
  className?: string;
};

/** The selected token, and where its alternatives are shown. */
interface Look {
  readonly index: number;
  readonly position: CardPosition;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * A text with tinted unlikely tokens. The alternatives of a token show on hover, and with the arrow keys while the text
 * has the focus.
 */
export function HeatText({ blocks, pieces, colorsOf, tint, isRunning = false, className }: HeatTextProps) {
  const [look, setLook] = useState<Look | null>(null);
  const text = useRef<HTMLDivElement>(null);
  const current = look?.index ?? null;
  const piece = look === null ? undefined : pieces[look.index];
  const lookAt = (token: Element | null | undefined) => {
    setLook(token ? { index: Number(token.getAttribute("data-token")), position: positionCard(token) } : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === "Escape" && current !== null) lookAt(null);
    else if (step !== undefined && !event.altKey && !event.metaKey && !event.ctrlKey) {
      const next = current === null ? 0 : Math.min(pieces.length - 1, Math.max(0, current + step));
      const token = text.current?.querySelector(`[data-token="${next}"]`);
      token?.scrollIntoView?.({ block: "nearest" });
      lookAt(token);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerOver = ({ target }: PointerEvent) => {
    lookAt(target instanceof Element ? target.closest("[data-token]") : null);
  };
  const drawn = blocks.map((block, index) => (
    <HeatBlock
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end
      key={index}
      block={block}
      colorsOf={colorsOf}
      tint={tint}
      current={isInside(block, current) ? current : null}
      hasCaret={isRunning && index === blocks.length - 1}
    />
  ));
  const looks = classNames("whitespace-pre-wrap [overflow-wrap:anywhere]", className);
  if (pieces.length === 0) return <div className={looks}>{drawn}</div>;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div
        ref={text}
        role="group"
        aria-label="Answer with probabilities; arrow keys go from token to token"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: tokens are looked at with the arrow keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerOver={onPointerOver}
        onPointerLeave={() => lookAt(null)}
        onBlur={() => lookAt(null)}
        className={classNames(looks, "outline-offset-2")}
      >
        {drawn}
      </div>
      <p className="sr-only" aria-live="polite">
        {piece ? [tokenDescription(piece), tint?.textOf(piece)].filter(Boolean).join("; ") : ""}
      </p>
      {piece && look ? (
        <FloatingCard piece={piece} note={tint?.textOf(piece) ?? null} position={look.position} />
      ) : null}
    </>
  );
}

/** Visual only: screen readers get the sentence. It never takes the focus or a key. */
function FloatingCard({ piece, note, position }: { piece: TokenPiece; note: string | null; position: CardPosition }) {
  return createPortal(
    <div
      aria-hidden="true"
      style={position}
      className="pointer-events-none fixed z-40 rounded-control bg-surface px-2.5 py-2 shadow-pop"
    >
      <TokenCard piece={piece} />
      {note === null ? null : <p className="mt-1.5 text-micro text-ink-2">{note}</p>}
    </div>,
    document.body,
  );
}

function isInside(block: TextBlock, index: number | null): boolean {
  if (index === null || block.pieces === null) return false;
  return index >= block.firstPiece && index < block.firstPiece + block.pieces.length;
}

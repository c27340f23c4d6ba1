"use client";

import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { loadedLater } from "./loaded-later";

/** A pointer that only passes by opens nothing. */
const OPEN_DELAY_MS = 500;

/** How long the card stays when the pointer leaves the text, so that the pointer can reach the card. */
const CLOSE_DELAY_MS = 120;

const TextCardLayer = loadedLater(async () => (await import("./text-card-layer")).TextCardLayer);

/** Loads what draws the card. */
export const preloadTextCard = TextCardLayer.preload;

type TextCardProps = {
  children: ReactNode;
  /** The content of the card, rendered only while it is open. */
  card: () => ReactNode;
  /** The shown text is already the beginning of a longer one. */
  isCut?: boolean;
};

/** True where an element, or one around it up to the cell, shows less than it contains. */
function isTruncated(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight + 1) return at.clientWidth > 0;
    if (at.tagName === "TD") return false;
  }
  return false;
}

/**
 * A text in a cell whose full text opens in a card when the pointer rests on it; only where the cell does not show all
 * of it. Keys reach the full text in the opened row.
 */
export function TextCard({ children, card, isCut = false }: TextCardProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const after = (delayMs: number, then: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(then, delayMs);
  };
  // The outside system is the clock.
  useEffect(() => () => clearTimeout(timer.current), []);
  const onEnter = ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    if (pointerType === "touch") return;
    void TextCardLayer.preload();
    after(OPEN_DELAY_MS, () => {
      if (isCut || isTruncated(currentTarget)) setAnchor(currentTarget.closest("td") ?? currentTarget);
    });
  };
  const close = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  return (
    <span onPointerEnter={onEnter} onPointerLeave={() => after(CLOSE_DELAY_MS, close)} onPointerDown={close}>
      {children}
      {anchor === null ? null : (
        <TextCardLayer anchor={anchor} onHold={() => clearTimeout(timer.current)} onClose={close}>
          {card()}
        </TextCardLayer>
      )}
    </span>
  );
}

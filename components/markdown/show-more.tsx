"use client";

import { useEffect, useRef } from "react";

type ShowMoreProps = {
  label: string;
  /** Continues when it comes into view, as while the user scrolls. */
  isAutomatic: boolean;
  onMore: () => void;
};

/** The button at the end of the shown part of a long text. */
export function ShowMore({ label, isAutomatic, onMore }: ShowMoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The outside system is the scrolled pane. Each part that is added observes again: its end may be in view too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the label changes with the shown part
  useEffect(() => {
    const element = button.current;
    if (!isAutomatic || element === null || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAutomatic, label]);
  return (
    <button
      ref={button}
      type="button"
      onClick={onMore}
      className="justify-self-start text-small text-accent-text hover:underline max-md:min-h-9"
    >
      {label}
    </button>
  );
}

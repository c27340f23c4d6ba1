"use client";

import { useLayoutEffect, useRef } from "react";
import { rememberOpener } from "./focused-opener";

type LoadingDialogProps = {
  /** Gets the focus when the dialog closes. */
  opener: HTMLElement | null;
  hasFailed: boolean;
  onClose: () => void;
};

/** The empty dialog until its code has loaded. It takes the focus, so that nothing typed into it reaches the page. */
export function LoadingDialog({ opener, hasFailed, onClose }: LoadingDialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The outside system is the focus.
  useLayoutEffect(() => {
    const current = panel.current;
    if (current === null) return;
    rememberOpener(current, opener);
    current.focus();
    return () => opener?.focus({ preventScroll: true });
  }, [opener]);
  const text = hasFailed ? "This dialog could not be loaded. Reload the page." : "Loading …";
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Close"
        onClick={onClose}
        className="animate-fade fixed inset-0 z-40 bg-scrim"
      />
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-label={text}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === "Tab") event.preventDefault();
          if (event.key === "Escape") onClose();
        }}
        className="fixed inset-x-0 top-[18vh] z-50 mx-auto w-[min(440px,calc(100vw-24px))] rounded-panel bg-surface p-4 text-small text-ink-2 shadow-dialog focus-visible:outline-none"
      >
        {text}
      </div>
    </>
  );
}

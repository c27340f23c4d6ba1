"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { LoadFailure, type LoadFailureProps } from "@/components/ui/load-failure";
import { rememberOpener } from "./focused-opener";
import { forgetTyped, typeAhead } from "./typed-ahead";

type LoadingDialogProps = LoadFailureProps & {
  /** Gets the focus when the dialog closes. */
  opener: HTMLElement | null;
  hasFailed: boolean;
  onClose: () => void;
};

/** The empty dialog until its code has loaded. It takes the focus and keeps what is typed for the dialog. */
export function LoadingDialog({ opener, hasFailed, isRetrying, onRetry, onClose }: LoadingDialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The outside system is the focus.
  useLayoutEffect(() => {
    const current = panel.current;
    if (current === null) return;
    rememberOpener(current, opener);
    current.focus();
    return () => opener?.focus({ preventScroll: true });
  }, [opener]);
  // The only control of a dialog that did not load has the focus.
  useEffect(() => {
    if (hasFailed && !isRetrying) panel.current?.querySelector("button")?.focus();
  }, [hasFailed, isRetrying]);
  const retry = () => {
    // A busy button loses the focus, and Escape with it.
    panel.current?.focus();
    onRetry();
  };
  const close = () => {
    forgetTyped();
    onClose();
  };
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Close"
        onClick={close}
        className="animate-fade fixed inset-0 z-40 bg-scrim"
      />
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        data-loading
        aria-label={hasFailed ? "Not loaded" : "Loading …"}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === "Tab") event.preventDefault();
          if (event.key === "Escape") close();
          else if (!hasFailed || isRetrying) typeAhead(event);
        }}
        className="fixed inset-x-0 top-[18vh] z-50 mx-auto w-[min(440px,calc(100vw-24px))] rounded-panel bg-surface p-4 text-small text-ink-2 shadow-dialog focus-visible:outline-none"
      >
        {hasFailed ? <LoadFailure isRetrying={isRetrying} onRetry={retry} /> : "Loading …"}
      </div>
    </>
  );
}

"use client";

import { type ComponentType, lazy, Suspense, useLayoutEffect, useRef, useState } from "react";

/** The props that every dialog has. */
interface DialogState {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/**
 * Makes a dialog whose code loads when it is first opened. Until then an empty dialog takes the focus and the keys, so
 * that nothing typed into it reaches the page.
 */
export function openedLater<Props extends DialogState>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => NotLoaded) }));
  return function OpenedLater(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.isOpen);
    if (props.isOpen && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense
        fallback={props.isOpen ? <DialogFrame onClose={() => props.onOpenChange(false)} text="Loading …" /> : null}
      >
        <Loaded {...props} />
      </Suspense>
    );
  };
}

function NotLoaded({ isOpen, onOpenChange }: DialogState) {
  return isOpen ? (
    <DialogFrame onClose={() => onOpenChange(false)} text="This dialog could not be loaded. Reload the page." />
  ) : null;
}

function DialogFrame({ text, onClose }: { text: string; onClose: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  // The outside system is the focus: the dialog that follows returns it to the element that had it before.
  useLayoutEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
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

"use client";

import type { ComponentType } from "react";
import { codeLoader } from "./code-loader";
import { preloadDialog } from "./dialog";
import { DialogFrame } from "./dialog-frame";

/** A dialog is open while it is drawn, or has a state. */
type DialogProps =
  | { readonly onClose: () => void }
  | { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void };

/** Makes a dialog whose code loads when it is first opened. It opens at once, empty until then. */
export function openedLater<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { readonly preload: () => void } {
  const { preload, useCode } = codeLoader(load);
  function Opened(props: Props) {
    const { code: Loaded, hasFailed } = useCode();
    if (Loaded !== null) return <Loaded {...props} />;
    return <DialogFrame hasFailed={hasFailed} onClose={() => close(props)} />;
  }
  function Later(props: Props) {
    if ("isOpen" in props && !props.isOpen) return null;
    preloadDialog();
    return <Opened {...props} />;
  }
  return Object.assign(Later, { preload });
}

function close(props: DialogProps): void {
  if ("onClose" in props) props.onClose();
  else props.onOpenChange(false);
}

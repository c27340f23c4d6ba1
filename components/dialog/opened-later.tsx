"use client";

import { type ComponentType, useEffect, useState } from "react";
import { codeLoader } from "@/components/ui/code-loader";
import { dialogCode } from "./dialog-code";
import { focusedOpener } from "./focused-opener";
import { LoadingDialog } from "./loading-dialog";
import { useTypedAhead } from "./typed-ahead";

/** A dialog is open while it is drawn, or has a state. */
type DialogProps =
  | { readonly onClose: () => void }
  | { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void };

/** Makes a dialog whose code loads when it is first opened. It opens at once, empty until then. */
export function openedLater<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { readonly preload: () => Promise<void> } {
  const { preload, useCode } = codeLoader(load);
  function Opened(props: Props) {
    const [opener] = useState(focusedOpener);
    const { code: Loaded, hasFailed, isRetrying, retry } = useCode();
    // The outside system is the network: what draws dialogs loads at the same time.
    useEffect(() => void dialogCode.preload(), []);
    useTypedAhead(Loaded !== null);
    if (Loaded !== null) return <Loaded {...props} />;
    if (!isOpen(props)) return null;
    return (
      <LoadingDialog
        opener={opener}
        hasFailed={hasFailed}
        isRetrying={isRetrying}
        onRetry={retry}
        onClose={() => close(props)}
      />
    );
  }
  function Later(props: Props) {
    const [wasOpened, setWasOpened] = useState(isOpen(props));
    if (isOpen(props) && !wasOpened) setWasOpened(true);
    // A dialog that was closed keeps what was entered.
    return wasOpened ? <Opened {...props} /> : null;
  }
  return Object.assign(Later, { preload });
}

const isOpen = (props: DialogProps) => !("isOpen" in props) || props.isOpen;

function close(props: DialogProps): void {
  if ("onClose" in props) props.onClose();
  else props.onOpenChange(false);
}

"use client";

import { Slot } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from "react";
import { dialogCode } from "./dialog-code";
import type { DialogFrameProps } from "./dialog-frame-props";
import { focusedOpener } from "./focused-opener";
import { LoadingDialog } from "./loading-dialog";
import { useTypedAhead } from "./typed-ahead";

const CloseContext = createContext<() => void>(() => undefined);

/**
 * The modal frame of all dialogs; it is open while it is rendered. Focus starts inside and returns, Escape closes. What
 * draws it loads with the first dialog. Use `ConfirmDialog`, `FormDialog` or `ViewDialog`.
 */
export function DialogFrame(props: DialogFrameProps) {
  const [opener] = useState(focusedOpener);
  const { code: DialogLayer, hasFailed, isRetrying, retry } = dialogCode.useCode();
  useTypedAhead(DialogLayer !== null);
  if (DialogLayer === null) {
    return (
      <LoadingDialog
        opener={opener}
        hasFailed={hasFailed}
        isRetrying={isRetrying}
        onRetry={retry}
        onClose={props.onClose}
      />
    );
  }
  return (
    <CloseContext value={props.onClose}>
      <DialogLayer {...props} opener={opener} />
    </CloseContext>
  );
}

/** Closes the dialog around it. */
export function DialogClose({ asChild = false, ...rest }: ComponentProps<"button"> & { asChild?: boolean }) {
  const close = useContext(CloseContext);
  return asChild ? <Slot.Root onClick={close} {...rest} /> : <button type="button" onClick={close} {...rest} />;
}

type DialogFootProps = {
  /** The state of the dialog, or a less frequent action. */
  aside?: ReactNode;
  /** The buttons; the last one is the main one. */
  children: ReactNode;
};

/** The last row of a dialog. */
export function DialogFoot({ aside, children }: DialogFootProps) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-end gap-2">
      {aside === undefined || aside === null ? null : <div className="mr-auto min-w-0">{aside}</div>}
      {children}
    </div>
  );
}

"use client";

import { Slot } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { codeLoader } from "./code-loader";
import { DialogFrame } from "./dialog-frame";

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** The consequences, or the purpose of the dialog. */
  description: ReactNode;
  children: ReactNode;
  className?: string;
};

const layer = codeLoader(async () => (await import("./dialog-layer")).DialogLayer);

/** Loads what draws dialogs. */
export const preloadDialog = layer.preload;

const CloseContext = createContext<() => void>(() => undefined);

/** A modal dialog: 440 px, focus starts inside, Escape closes. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: DialogProps) {
  const { code: DialogLayer, hasFailed } = layer.useCode();
  const close = () => props.onOpenChange(false);
  if (DialogLayer === null) return <DialogFrame hasFailed={hasFailed} onClose={close} />;
  return (
    <CloseContext value={close}>
      <DialogLayer {...props} />
    </CloseContext>
  );
}

/** Closes the dialog around it. */
export function DialogClose({ asChild = false, ...rest }: ComponentProps<"button"> & { asChild?: boolean }) {
  const close = useContext(CloseContext);
  return asChild ? <Slot.Root onClick={close} {...rest} /> : <button type="button" onClick={close} {...rest} />;
}

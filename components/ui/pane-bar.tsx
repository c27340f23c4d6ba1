import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

type DetailBarProps = {
  /** A short title of the section below. */
  children?: ReactNode;
  /** The text to copy: created on request. */
  copied: { readonly text: () => string | Promise<string>; readonly label: string; readonly copiedMessage: string };
  /** Further actions, left of Copy. */
  actions?: ReactNode;
};

/** The bar above a section of the details: its title, and Copy. */
export function DetailBar({ children, copied, actions }: DetailBarProps) {
  return (
    <div className="flex h-8 flex-none items-center gap-2 border-b border-line pr-2 pl-4 text-micro text-ink-3">
      <span className="min-w-0 truncate">{children}</span>
      <span className="ml-auto flex flex-none items-center gap-1">
        {actions}
        <CopyButton {...copied} />
      </span>
    </div>
  );
}

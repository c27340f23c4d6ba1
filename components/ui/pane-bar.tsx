import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

type DetailBarProps = {
  /** What is below, in a few words. */
  children?: ReactNode;
  /** What Copy takes: made when it is asked for. */
  copied: { readonly text: () => string | Promise<string>; readonly label: string; readonly said: string };
  /** Further actions, left of Copy. */
  actions?: ReactNode;
};

/** The line above a section of the details: what it is, and Copy. */
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

import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";

/** The bar below the first lines of something long, which opens the rest. */
export function FoldBar({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex h-[26px] w-full items-center gap-2 border-t border-line bg-hover pr-1.5 pl-2.5 text-left text-micro font-medium whitespace-nowrap text-ink-2 hover:text-ink max-md:h-9"
    >
      <ChevronsUpDown size={12} strokeWidth={1.7} aria-hidden="true" />
      {children}
    </button>
  );
}

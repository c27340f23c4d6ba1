"use client";

import { usePathname } from "next/navigation";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { KeyCap } from "@/components/ui/key-cap";
import { keyCaps } from "./key-caps";
import { keyGroups } from "./key-table";

/** All keyboard shortcuts by area, those of the open page first. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const pathname = usePathname();
  return (
    <ViewDialog
      title="Keyboard shortcuts"
      description="Single-key shortcuts are off while you type. ⌘ is Ctrl on keyboards without a Command key."
      size="wide"
      onClose={onClose}
    >
      <div className="gap-x-8 sm:columns-2">
        {keyGroups(pathname).map((group) => (
          <section key={group.title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-micro font-medium text-ink-3">
              {group.title}
              {group.isHere ? <span className="text-accent-text">, on this page</span> : null}
            </h3>
            <dl className="grid gap-1.5 text-small">
              {group.rows.map(({ keys, label }) => (
                <div key={label} className="flex items-center gap-2">
                  <dt className="flex w-24 flex-none gap-1">
                    {keyCaps(keys).map((cap, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and their order never changes
                      <KeyCap key={index}>{cap}</KeyCap>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </ViewDialog>
  );
}

"use client";

import { Ellipsis, PenLine, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";

type MoreMenuProps = {
  importHref: string;
  onLog: () => void;
  /** Why the user may not store calls; null when they may. */
  refusal: string | null;
};

/** More actions of the list: other ways to add calls. */
export function MoreMenu({ importHref, onLog, refusal }: MoreMenuProps) {
  const router = useRouter();
  return (
    <Menu
      label="More"
      align="end"
      trigger={
        <Button kind="ghost" size="icon-small" aria-label="More" className="max-md:hidden">
          <Ellipsis size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={() => router.push(importHref)}>
        <Upload size={13} strokeWidth={1.7} aria-hidden="true" />
        Import file
      </MenuItem>
      <MenuItem disabled={refusal !== null} title={refusal ?? undefined} onSelect={onLog}>
        <PenLine size={13} strokeWidth={1.7} aria-hidden="true" />
        Log call by hand
      </MenuItem>
    </Menu>
  );
}

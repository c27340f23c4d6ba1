"use client";

import { useRouter } from "next/navigation";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { PressedProps } from "@/components/ui/pressed-later";
import type { PageEntry } from "@/lib/address/page-list";
import { PageIcon } from "./page-icon";

type MorePagesProps = PressedProps & { others: readonly { readonly page: PageEntry; readonly href: string }[] };

/** The pages that have no tab on a phone. */
export function MorePages({ others, ...button }: MorePagesProps) {
  const router = useRouter();
  return (
    <Menu label="More pages" side="top" align="end" {...button}>
      {others.map(({ page, href }) => (
        <MenuItem key={page.id} onSelect={() => router.push(href)}>
          <PageIcon id={page.id} size={16} />
          {page.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

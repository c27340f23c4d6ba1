"use client";

import { useRouter } from "next/navigation";
import { MenuItem } from "@/components/ui/menu";
import type { PageEntry } from "@/lib/address/page-list";
import { PageIcon } from "./page-icon";

type MorePagesProps = { others: readonly { readonly page: PageEntry; readonly href: string }[] };

/** The pages that have no tab on a phone. */
export function MorePages({ others }: MorePagesProps) {
  const router = useRouter();
  return (
    <>
      {others.map(({ page, href }) => (
        <MenuItem key={page.id} onSelect={() => router.push(href)}>
          <PageIcon id={page.id} size={16} />
          {page.label}
        </MenuItem>
      ))}
    </>
  );
}

"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { pages } from "./page-list";
import { useWorkspaces } from "./use-workspace";

/** The navigation of a phone. */
export function TabBar() {
  const pathname = usePathname();
  const { workspaces, current } = useWorkspaces();
  const slug = current?.slug ?? workspaces[0]?.slug ?? null;
  return (
    <nav
      aria-label="Main"
      className="row-start-3 hidden auto-cols-fr grid-flow-col border-t border-line bg-sunken max-md:grid"
    >
      {pages.map((page) => {
        const Icon = page.icon;
        return (
          <Link
            key={page.id}
            href={page.href(slug) ?? "/settings/workspaces"}
            aria-current={page.isAt(pathname) ? "page" : undefined}
            className="relative grid place-content-center place-items-center gap-[3px] text-micro leading-3 text-ink-2 before:absolute before:-top-px before:h-0.5 before:w-7 aria-[current]:font-medium aria-[current]:text-accent-text aria-[current]:before:bg-accent"
          >
            <Icon size={18} strokeWidth={1.7} aria-hidden="true" />
            {page.label}
          </Link>
        );
      })}
    </nav>
  );
}

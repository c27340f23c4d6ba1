"use client";

import { type LucideIcon, MoreHorizontal } from "lucide-react";
import { usePathname } from "next/navigation";
import { useWorkspaces } from "@/components/session/use-workspace";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { choicesLoadedLater } from "@/components/ui/menu-choices";
import { pages } from "@/lib/address/page-list";
import { classNames } from "@/lib/style/class-names";
import { pageIcons } from "./page-icon";

const MorePages = choicesLoadedLater(async () => (await import("./more-pages")).MorePages);

const TAB_CLASS =
  "relative grid place-content-center place-items-center gap-[3px] text-micro leading-3 text-ink-2 before:absolute before:-top-px before:h-0.5 before:w-7 aria-[current]:font-medium aria-[current]:text-accent-text aria-[current]:before:bg-accent";

/** The navigation on a phone: the pages that have a tab, and a menu with the others. */
export function TabBar() {
  const pathname = usePathname();
  const { nearest } = useWorkspaces();
  const slug = nearest?.slug ?? null;
  const hrefOf = (page: (typeof pages)[number]) => page.href(slug) ?? "/settings/workspaces";
  const others = pages.filter((page) => !page.hasTab);
  return (
    <nav
      aria-label="Main"
      className="row-start-3 hidden auto-cols-fr grid-flow-col border-t border-line bg-sunken max-md:grid"
    >
      {pages
        .filter((page) => page.hasTab)
        .map((page) => (
          <Link
            key={page.id}
            href={hrefOf(page)}
            aria-current={page.isAt(pathname) ? "page" : undefined}
            className={TAB_CLASS}
          >
            <TabFace icon={pageIcons[page.id]} label={page.label} />
          </Link>
        ))}
      <Menu
        label="More pages"
        side="top"
        align="end"
        onReach={MorePages.preload}
        trigger={
          <button
            type="button"
            aria-current={others.some((page) => page.isAt(pathname)) ? "page" : undefined}
            className={classNames(TAB_CLASS, "outline-offset-[-2px]")}
          >
            <TabFace icon={MoreHorizontal} label="More" />
          </button>
        }
      >
        <MorePages others={others.map((page) => ({ page, href: hrefOf(page) }))} />
      </Menu>
    </nav>
  );
}

function TabFace({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon size={18} strokeWidth={1.7} aria-hidden="true" />
      {label}
    </>
  );
}

"use client";

import { BookOpen } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { settingsPages } from "@/lib/address/page-list";

/** On a phone the tabs are wider than the screen, and the open one may be the last. */
function scrollTabIntoView(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ inline: "nearest", block: "nearest" });
}

/** The guides about sections of Settings. */
const GUIDES: ReadonlyMap<string, string> = new Map([
  ["/settings/connections", "other-hosts"],
  ["/settings/workspaces", "sign-in"],
  ["/settings/agents", "mcp"],
  ["/settings/sharing", "sharing"],
  ["/settings/storage", "operating"],
  ["/settings/members", "sign-in"],
  ["/settings/audit", "security"],
  ["/settings/account", "sign-in"],
]);

const isAt = (pathname: string, href: string) => pathname === href || pathname.startsWith(`${href}/`);

/** The header of Settings: its sections as links, the section's own action on the right. */
export function SettingsHead({ children }: { children?: ReactNode }) {
  const pathname = usePathname();
  const guide = GUIDES.get(pathname);
  return (
    <div className="flex h-(--head-h) flex-none items-center gap-0.5 border-b border-line pr-3 pl-4 max-md:h-auto max-md:flex-wrap max-md:px-3 max-md:pt-1">
      <h1 className="mr-2.5 text-title font-semibold tracking-[-0.01em] max-md:leading-9">Settings</h1>
      <nav
        aria-label="Settings"
        className="flex h-full min-w-0 items-center gap-0.5 overflow-x-auto [scrollbar-width:none] max-md:order-last max-md:-mx-3 max-md:h-11 max-md:w-[calc(100%+24px)] max-md:flex-none max-md:px-1"
      >
        {settingsPages.map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            ref={isAt(pathname, href) ? scrollTabIntoView : undefined}
            aria-current={isAt(pathname, href) ? "page" : undefined}
            className="inline-flex h-(--ctl-h-small) flex-none items-center rounded-control px-2 text-small font-medium text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-active aria-[current]:text-ink max-md:h-9"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="ml-auto flex flex-none items-center gap-1.5 pl-2">
        {guide === undefined ? null : (
          <Link
            href={`/settings/docs/${guide}`}
            className="inline-flex h-(--ctl-h-small) items-center gap-1.5 rounded-control px-2 text-small text-ink-2 hover:bg-hover hover:text-ink max-md:h-9"
          >
            <BookOpen size={13} strokeWidth={1.7} aria-hidden="true" />
            Guide
          </Link>
        )}
        {children}
      </div>
    </div>
  );
}

import { ListTree, type LucideIcon, Settings } from "lucide-react";

/** A page that exists. The navigation, the palette and the keyboard are built from this list. */
export interface PageEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The heading that it stands under; null for the foot of the navigation. */
  readonly section: "Observe" | null;
  /** The second key after `g`. */
  readonly goKey: string;
  /** Whether the page shows a part of time, with new rows as they come. */
  readonly hasTime: boolean;
  /** Null when the page needs a workspace and there is none. */
  readonly href: (workspaceSlug: string | null) => string | null;
  /** Whether an address belongs to the page. */
  readonly isAt: (pathname: string) => boolean;
}

export const pages: readonly PageEntry[] = [
  {
    id: "traces",
    label: "Traces",
    icon: ListTree,
    section: "Observe",
    goKey: "t",
    hasTime: true,
    href: (slug) => (slug === null ? null : `/${slug}/traces`),
    isAt: (pathname) => /^\/[^/]+\/traces(?:\/|$)/.test(pathname) && !pathname.startsWith("/settings/"),
  },
  {
    id: "settings",
    label: "Settings",
    icon: Settings,
    section: null,
    goKey: "s",
    hasTime: false,
    href: () => "/settings/connections",
    isAt: (pathname) => pathname.startsWith("/settings"),
  },
];

/** The page that an address belongs to. */
export function pageAt(pathname: string): PageEntry | undefined {
  return pages.find((page) => page.isAt(pathname));
}

/** Sub-pages of Settings. */
export const settingsPages = [
  { href: "/settings/connections", label: "Connections" },
  { href: "/settings/workspaces", label: "Workspaces" },
  { href: "/settings/members", label: "Members" },
] as const;

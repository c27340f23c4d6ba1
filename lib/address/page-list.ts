/** Headings of the navigation, in order. */
export const pageSections = ["Observe", "Evaluate", "Spend", "Try", "Train"] as const;

/** Position of a page in the navigation: above the headings, under one of them, or at the foot. */
export type NavigationSection = "top" | (typeof pageSections)[number] | "foot";

export type PageId =
  | "overview"
  | "dashboards"
  | "watches"
  | "issues"
  | "traces"
  | "threads"
  | "objects"
  | "tables"
  | "sql"
  | "evaluations"
  | "leaderboard"
  | "review"
  | "costs"
  | "playground"
  | "models"
  | "runs"
  | "runs/new"
  | "training"
  | "training/new"
  | "start"
  | "settings";

/** A page. The navigation, the palette and the keyboard are built from this list. */
export interface PageEntry {
  readonly id: PageId;
  readonly label: string;
  readonly section: NavigationSection;
  /** Whether it has its own tab on a phone; the others are under "More". */
  readonly hasTab: boolean;
  /** The second key after `g`. */
  readonly goKey: string;
  /** Whether an address shows a time range. */
  readonly hasTime: (pathname: string) => boolean;
  /** Whether new rows appear there as they arrive. */
  readonly isLive: boolean;
  /** Null when the page needs a workspace and there is none. */
  readonly href: (workspaceSlug: string | null) => string | null;
  /**
   * The content of an address that belongs to the page but is neither its own nor that of an item opened in it;
   * otherwise null.
   */
  readonly partAt: (pathname: string) => string | null;
  /** Whether an address belongs to the page. */
  readonly isAt: (pathname: string) => boolean;
}

interface WorkspacePage extends Pick<PageEntry, "id" | "label" | "section" | "goKey"> {
  readonly hasTab?: boolean;
  /** Other addresses that belong to the page, with their content. */
  readonly alsoAt?: Readonly<Record<string, string>>;
  /** Pages directly under the page's address, next to the items that it opens, by segment. */
  readonly beside?: Readonly<Record<string, string>>;
  /** The parts of an opened item, by the last segment of their address. */
  readonly parts?: Readonly<Record<string, string>>;
  /** An address under this one that is its own page. */
  readonly without?: string;
  /** What depends on the time range: its list, or the items that it opens. */
  readonly hasTime?: boolean | "items";
  /** False where a time range belongs to something that is run by hand. */
  readonly isLive?: boolean;
}

const named = (labels: Readonly<Record<string, string>>, segment: string): string | null =>
  Object.hasOwn(labels, segment) ? (labels[segment] ?? null) : null;

/** A page of a workspace, at `/<workspace>/<id>`. */
function workspacePage({
  hasTime = false,
  isLive = true,
  hasTab = false,
  alsoAt = {},
  beside = {},
  without,
  parts = {},
  ...page
}: WorkspacePage): PageEntry {
  const names = `(?:${[page.id, ...Object.keys(alsoAt)].join("|")})`;
  const others = without === undefined ? "" : `(?!/${without}(?:/|$))`;
  const own = new RegExp(`^/(?!settings/)[^/]+/${names}${others}(?:/|$)`);
  const timed = new RegExp(`^/[^/]+/${page.id}${hasTime === "items" ? "/[^/]+" : ""}/?$`);
  return {
    ...page,
    hasTab,
    isLive,
    hasTime: (pathname) => hasTime !== false && timed.test(pathname),
    href: (slug) => (slug === null ? null : `/${slug}/${page.id}`),
    partAt: (pathname) => {
      const [, , section = "", opened = "", part = ""] = pathname.split("/");
      return named(alsoAt, section) ?? named(beside, opened) ?? named(parts, part);
    },
    isAt: (pathname) => own.test(pathname),
  };
}

export const pages: readonly PageEntry[] = [
  workspacePage({
    id: "overview",
    label: "Overview",
    section: "top",
    goKey: "o",
    hasTime: true,
    hasTab: true,
  }),
  workspacePage({
    id: "dashboards",
    label: "Dashboards",
    section: "top",
    goKey: "d",
    hasTime: "items",
  }),
  workspacePage({
    id: "watches",
    label: "Watches",
    section: "top",
    goKey: "w",
    beside: { channels: "Channels", edit: "Rule" },
  }),
  workspacePage({
    id: "issues",
    label: "Issues",
    section: "top",
    goKey: "f",
    hasTime: true,
  }),
  workspacePage({
    id: "traces",
    alsoAt: { compare: "Compare", import: "Import" },
    label: "Traces",
    section: "Observe",
    goKey: "t",
    hasTime: true,
    hasTab: true,
  }),
  workspacePage({
    id: "threads",
    label: "Threads",
    section: "Observe",
    goKey: "h",
    hasTime: true,
    hasTab: true,
  }),
  workspacePage({
    id: "objects",
    label: "Objects",
    section: "Observe",
    goKey: "b",
  }),
  workspacePage({
    id: "tables",
    label: "Tables",
    section: "Observe",
    goKey: "r",
  }),
  workspacePage({
    id: "sql",
    label: "SQL",
    section: "Observe",
    goKey: "q",
    hasTime: true,
    isLive: false,
  }),
  workspacePage({
    id: "evaluations",
    label: "Evaluations",
    section: "Evaluate",
    goKey: "e",
    beside: { compare: "Compare", scoring: "Scoring" },
  }),
  workspacePage({
    id: "leaderboard",
    label: "Leaderboards",
    section: "Evaluate",
    goKey: "l",
  }),
  workspacePage({
    id: "review",
    label: "Review",
    section: "Evaluate",
    goKey: "v",
  }),
  workspacePage({
    id: "costs",
    label: "Costs",
    section: "Spend",
    goKey: "c",
    hasTime: true,
  }),
  workspacePage({
    id: "playground",
    label: "Playground",
    section: "Try",
    goKey: "p",
  }),
  workspacePage({
    id: "models",
    label: "Models",
    section: "Train",
    goKey: "m",
    parts: { arena: "Arena" },
  }),
  workspacePage({
    id: "runs",
    label: "Training runs",
    section: "Train",
    goKey: "u",
    beside: { compare: "Compare" },
    without: "new",
  }),
  workspacePage({
    id: "runs/new",
    label: "New run",
    section: "Train",
    goKey: "i",
  }),
  workspacePage({
    id: "training",
    label: "Training jobs",
    section: "Train",
    goKey: "j",
    beside: { compare: "Compare" },
    parts: { rollouts: "Rollouts" },
    without: "new",
  }),
  workspacePage({
    id: "training/new",
    label: "New job",
    section: "Train",
    goKey: "n",
  }),
  workspacePage({
    id: "start",
    label: "Get started",
    section: "foot",
    goKey: "a",
  }),
  {
    id: "settings",
    label: "Settings",
    section: "foot",
    hasTab: false,
    goKey: "s",
    hasTime: () => false,
    isLive: false,
    href: () => "/settings/connections",
    partAt: (pathname) => settingsPages.find((candidate) => pathname.startsWith(candidate.href))?.label ?? null,
    isAt: (pathname) => pathname.startsWith("/settings"),
  },
];

/** Returns the page that an address belongs to. */
export function pageAt(pathname: string): PageEntry | undefined {
  return pages.find((page) => page.isAt(pathname));
}

/** Sub-pages of Settings. */
export const settingsPages = [
  { href: "/settings/connections", label: "Connections" },
  { href: "/settings/workspaces", label: "Workspaces" },
  { href: "/settings/keys", label: "API keys" },
  { href: "/settings/agents", label: "Agents" },
  { href: "/settings/sharing", label: "Share links" },
  { href: "/settings/providers", label: "Providers" },
  { href: "/settings/storage", label: "Storage" },
  { href: "/settings/members", label: "Members" },
  { href: "/settings/audit", label: "Audit log" },
  { href: "/settings/account", label: "Account" },
  { href: "/settings/docs", label: "Documentation" },
] as const;

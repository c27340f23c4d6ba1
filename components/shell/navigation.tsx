"use client";

import { ChevronsLeft, ChevronsRight, type LucideIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { Logo } from "@/components/glyph/logo";
import { useWorkspaces } from "@/components/session/use-workspace";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { loadedLater } from "@/components/ui/loaded-later";
import { Tooltip } from "@/components/ui/tooltip";
import { type NavigationSection, type PageEntry, pageSections, pages } from "@/lib/address/page-list";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { pageIcons } from "./page-icon";
import { UserMenu } from "./user-menu";

const RunningJobs = loadedLater(async () => (await import("./running-jobs")).RunningJobs);

const FiringWatches = loadedLater(async () => (await import("./firing-watches")).FiringWatches);

const ConnectionSwitcher = loadedLater(async () => (await import("./connection-switcher")).ConnectionSwitcher, {
  pending: <div className="h-[46px] rail:h-8" />,
});

type NavigationProps = {
  /** True if the names of the pages may be hidden; the tooltips of their icons then show them. */
  hasTips: boolean;
  onToggleRail: () => void;
};

/** The left navigation, with existing pages only. Below 768 px the tab bar replaces it. */
export function Navigation({ hasTips, onToggleRail }: NavigationProps) {
  const { nearest } = useWorkspaces();
  const itemsAt = (section: NavigationSection) =>
    pages
      .filter((page) => page.section === section)
      .map((page) => <NavigationItem key={page.id} page={page} workspace={nearest} hasTip={hasTips} />);
  return (
    <nav
      aria-label="Main"
      className="col-start-1 row-span-2 flex min-h-0 flex-col border-r border-line bg-sunken max-md:hidden"
    >
      <div className="flex h-(--top-h) flex-none items-center gap-2 pr-2 pl-4 rail:justify-center rail:px-0">
        <Logo size={20} />
        <b className="text-[0.875rem] font-semibold tracking-[-0.01em] rail:hidden">Heddle</b>
        <RailButton
          label="Collapse navigation"
          icon={ChevronsLeft}
          onClick={onToggleRail}
          className="ml-auto rail:hidden"
        />
      </div>
      <div className="flex-1 overflow-auto px-2 py-1">
        {itemsAt("top")}
        {pageSections
          .filter((section) => pages.some((page) => page.section === section))
          .map((section) => (
            <Section key={section} title={section}>
              {itemsAt(section)}
            </Section>
          ))}
      </div>
      <div className="grid gap-0.5 border-t border-line p-2">
        <RailButton
          label="Expand navigation"
          icon={ChevronsRight}
          onClick={onToggleRail}
          className="mx-auto hidden rail:inline-flex"
        />
        <ConnectionSwitcher />
        {itemsAt("foot")}
        <UserMenu />
      </div>
    </nav>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="px-2 pt-1.5 pb-1 text-micro font-medium text-ink-3 rail:sr-only">{title}</h2>
      {children}
    </section>
  );
}

type RailButtonProps = { label: string; icon: LucideIcon; onClick: () => void; className: string };

function RailButton({ label, icon: Icon, onClick, className }: RailButtonProps) {
  return (
    <Tooltip text={label} keys={["⌘", "\\"]} side="right">
      <Button kind="ghost" size="icon-small" aria-label={label} onClick={onClick} className={className}>
        <Icon size={14} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}

type ItemProps = { page: PageEntry; workspace: Workspace | null; hasTip: boolean };

/** Identify the numbers of running jobs and of firing watches, which describe their links. */
const JOBS_ID = "running-jobs";
const WATCHES_ID = "firing-watches";

function NavigationItem({ page, workspace, hasTip }: ItemProps) {
  const isCurrent = page.isAt(usePathname());
  const href = page.href(workspace?.slug ?? null) ?? "/settings/workspaces";
  const hasJobs = page.id === "training" && workspace !== null;
  const hasWatches = page.id === "watches" && workspace !== null;
  const Icon = pageIcons[page.id];
  const link = (
    <Link
      href={href}
      isPagePrefetched
      aria-label={page.label}
      aria-current={isCurrent ? "page" : undefined}
      aria-describedby={hasJobs ? JOBS_ID : hasWatches ? WATCHES_ID : undefined}
      className={classNames(
        "relative flex h-7 items-center gap-2.5 rounded-chip px-2 text-ink-2 hover:bg-hover hover:text-ink rail:h-8 rail:justify-center rail:px-0",
        isCurrent &&
          "bg-active font-medium text-ink before:absolute before:inset-y-1 before:-left-2 before:w-0.5 before:rounded-r-[1px] before:bg-accent hover:bg-active",
      )}
    >
      <Icon size={16} strokeWidth={1.7} aria-hidden="true" className={isCurrent ? "text-accent-text" : "text-ink-3"} />
      <span className="rail:hidden">{page.label}</span>
      {hasJobs ? <RunningJobs workspace={workspace} id={JOBS_ID} /> : null}
      {hasWatches ? <FiringWatches workspace={workspace} id={WATCHES_ID} /> : null}
    </Link>
  );
  return hasTip ? (
    <Tooltip text={page.label} keys={["G", page.goKey.toUpperCase()]} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

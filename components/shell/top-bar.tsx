"use client";

import { Link2, Moon, Search, Sun } from "lucide-react";
import { usePathname } from "next/navigation";
import { useShare } from "@/components/address/use-share";
import { useThemeSwitch } from "@/components/browser/use-theme-switch";
import { Logo } from "@/components/glyph/logo";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import type { LoadFailureProps } from "@/components/ui/load-failure";
import { loadedLater } from "@/components/ui/loaded-later";
import { Tooltip } from "@/components/ui/tooltip";
import type { PageEntry } from "@/lib/address/page-list";
import { Trail } from "./breadcrumb";
import { WorkspaceSwitcher } from "./workspace-switcher";

/**
 * Loaded with the pages that show a time range, so that code that writes to the URL is not in the scripts of all pages.
 */
const TimeControls = loadedLater(async () => (await import("./time-controls")).TimeControls, {
  Failed: TimeControlsFailure,
});

/** The bar of every page: breadcrumb, time range, live, search, link, theme. */
export function TopBar({ page, onSearch }: { page: PageEntry | undefined; onSearch: () => void }) {
  const share = useShare();
  const switchTheme = useThemeSwitch();
  const pathname = usePathname();
  return (
    <header className="col-start-2 row-start-1 flex min-w-0 items-center gap-1.5 border-b border-line bg-bg pr-3 pl-4 max-md:col-start-1 max-md:pr-1.5 max-md:pl-3">
      <Logo size={18} className="md:hidden" />
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1 whitespace-nowrap text-ink-3">
        <WorkspaceSwitcher />
        {page ? <Trail page={page} /> : null}
      </nav>
      <div className="ml-auto flex flex-none items-center gap-1.5">
        {page?.hasTime(pathname) ? <TimeControls isLive={page.isLive} /> : null}
        <button
          type="button"
          onClick={onSearch}
          className="flex h-(--ctl-h-small) w-[196px] items-center gap-1.5 rounded-control border border-line-strong bg-surface px-[7px] text-small text-ink-3 hover:bg-hover max-lg:w-auto max-md:hidden"
        >
          <Search size={14} strokeWidth={1.7} aria-hidden="true" />
          <span className="grow text-left max-lg:sr-only">Search or jump to</span>
          <KeyCap>⌘K</KeyCap>
        </button>
        <Button kind="ghost" size="icon-small" aria-label="Search" onClick={onSearch} className="md:hidden">
          <Search size={16} strokeWidth={1.7} aria-hidden="true" />
        </Button>
        <Tooltip text="Copy link to this view" keys={["⇧", "C"]}>
          <Button kind="ghost" size="icon-small" aria-label="Copy link to this view" onClick={share}>
            <Link2 size={15} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </Tooltip>
        <Tooltip text="Switch theme" keys={["⇧", "D"]}>
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Switch theme"
            onClick={switchTheme}
            className="max-md:hidden"
          >
            <Moon size={15} strokeWidth={1.7} aria-hidden="true" className="dark:hidden" />
            <Sun size={15} strokeWidth={1.7} aria-hidden="true" className="hidden dark:block" />
          </Button>
        </Tooltip>
      </div>
    </header>
  );
}

function TimeControlsFailure({ isRetrying, onRetry }: LoadFailureProps) {
  return (
    <>
      <span role="alert" className="text-small text-err max-md:sr-only">
        Time range not loaded
      </span>
      <Button size="small" isBusy={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </>
  );
}

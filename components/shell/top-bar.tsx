"use client";

import { Link2, Moon, Radio, Search, Sun } from "lucide-react";
import { usePathname } from "next/navigation";
import { TimeRangeControl } from "@/components/address/time-range-control";
import { useLive } from "@/components/address/use-live";
import { useShare } from "@/components/address/use-share";
import { useServiceSignal } from "@/components/browser/service-signal";
import { useThemeSwitch } from "@/components/browser/use-theme-switch";
import { Logo } from "@/components/glyph/logo";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { Tooltip } from "@/components/ui/tooltip";
import type { PageEntry } from "@/lib/address/page-list";
import { Trail } from "./breadcrumb";
import { WorkspaceSwitcher } from "./workspace-switcher";

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
        {page?.hasTime(pathname) ? (
          <>
            <TimeRangeControl />
            <LiveToggle />
            <span className="mx-1 h-4 w-px flex-none bg-line-strong max-md:hidden" />
          </>
        ) : null}
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

function LiveToggle() {
  const { isLive, setIsLive } = useLive();
  const signal = useServiceSignal();
  const isCut = isLive && signal !== null && signal.problem !== null;
  return (
    <Tooltip text={isCut ? "The service does not respond" : "Load new rows as they are stored"} keys={["⇧", "L"]}>
      <Button
        kind="ghost"
        size="small"
        isOn={isLive && !isCut}
        aria-pressed={isLive}
        onClick={() => setIsLive(!isLive)}
        className="max-md:hidden"
      >
        <Radio size={14} strokeWidth={1.7} aria-hidden="true" />
        {isCut ? "Not live" : "Live"}
      </Button>
    </Tooltip>
  );
}

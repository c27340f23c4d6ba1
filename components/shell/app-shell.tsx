"use client";

import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useLive } from "@/components/address/use-live";
import { useShare } from "@/components/address/use-share";
import { useThemeSwitch } from "@/components/browser/use-theme-switch";
import { DeletionNoticeFailure } from "@/components/call/actions/deletion-notice-failure";
import { useHasDeletions } from "@/components/call/actions/deletion-signal";
import { openedLater } from "@/components/dialog/opened-later";
import { useKeys } from "@/components/keyboard/use-keys";
import { useWorkspaces } from "@/components/session/use-workspace";
import { loadedLater } from "@/components/ui/loaded-later";
import { pageAt, pages } from "@/lib/address/page-list";
import { RAIL_COOKIE, storeChoice } from "@/lib/workspace/personal-cookies";
import { Navigation } from "./navigation";
import { TabBar } from "./tab-bar";
import { TopBar } from "./top-bar";

const CommandPalette = openedLater(async () => (await import("./command-palette")).CommandPalette);
const KeyboardHelp = openedLater(async () => (await import("@/components/keyboard/keyboard-help")).KeyboardHelp);

const DeletionNotice = loadedLater(
  async () => (await import("@/components/call/actions/deletion-notice")).DeletionNotice,
  { Failed: DeletionNoticeFailure },
);

const ServiceWatch = loadedLater(async () => (await import("./service-watch")).ServiceWatch);

/** Dialogs and menus of every page load after the page, before they are needed. */
async function preloadOpenedAnywhere(): Promise<void> {
  void CommandPalette.preload();
  void DeletionNotice.preload();
  // Code that did not load is requested again when a user opens it, and the failure is shown there.
  const code = await import("./code-of-every-page").catch(() => null);
  code?.preloadCodeOfEveryPage();
}

const OPENED_DELAY_MS = 2000;

/** The frame of every page: navigation, top bar, command palette, keyboard. It waits for no data. */
export function Frame({ isRailAtFirst, children }: { isRailAtFirst: boolean; children: ReactNode }) {
  const [isRail, setIsRail] = useState(isRailAtFirst);
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  const pathname = usePathname();
  const page = pageAt(pathname);
  const toggleRail = () => {
    storeChoice(RAIL_COOKIE, isRail ? "full" : "rail");
    setIsRail(!isRail);
  };
  const share = useShare();
  const switchTheme = useThemeSwitch();
  const { isLive, setIsLive } = useLive();
  const hasDeletions = useHasDeletions();
  const { nearest } = useWorkspaces();
  // The outside system is the network.
  useEffect(() => {
    const timer = setTimeout(preloadOpenedAnywhere, OPENED_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  useGoKeys();
  useKeys("everywhere", {
    "Mod+k": () => setOpen("palette"),
    "Mod+\\": toggleRail,
    "?": () => setOpen("keys"),
    "Shift+d": switchTheme,
    "Shift+c": share,
    "Shift+l": () => page?.hasTime(pathname) && setIsLive(!isLive),
  });
  return (
    <div
      data-rail={isRail || undefined}
      className="group/frame grid h-dvh grid-cols-[var(--nav-w)_minmax(0,1fr)] grid-rows-[var(--top-h)_minmax(0,1fr)] data-rail:grid-cols-[var(--nav-rail-w)_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)] max-md:grid-rows-[var(--top-h)_minmax(0,1fr)_52px] max-md:data-rail:grid-cols-[minmax(0,1fr)]"
    >
      <a
        href="#content"
        className="fixed top-1 left-1 z-50 -translate-y-16 rounded-control bg-surface px-3 py-1.5 shadow-pop focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Navigation isRail={isRail} onToggleRail={toggleRail} />
      <TopBar page={page} onSearch={() => setOpen("palette")} />
      <main
        id="content"
        tabIndex={-1}
        className="col-start-2 row-start-2 flex min-h-0 min-w-0 flex-col outline-none max-md:col-start-1"
      >
        {nearest ? (
          <ServiceWatch
            key={nearest.connectionId}
            connectionId={nearest.connectionId}
            connectionName={nearest.connectionName}
          />
        ) : null}
        {children}
      </main>
      <TabBar />
      {hasDeletions ? <DeletionNotice /> : null}
      <CommandPalette
        isOpen={open === "palette"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "palette" : null)}
        onToggleRail={toggleRail}
        onShowKeys={() => setOpen("keys")}
      />
      {open === "keys" ? <KeyboardHelp onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

/** `g` and a letter for every page. */
function useGoKeys(): void {
  const router = useRouter();
  const { nearest } = useWorkspaces();
  const slug = nearest?.slug ?? null;
  const goTo = (href: string | null) => (href === null ? undefined : () => router.push(href));
  useKeys("goTo", Object.fromEntries(pages.map((page) => [`g ${page.goKey}`, goTo(page.href(slug))])));
}

"use client";

import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useShare } from "@/components/address/use-share";
import { useThemeSwitch } from "@/components/browser/use-theme-switch";
import { DeletionNoticeFailure } from "@/components/call/actions/deletion-notice-failure";
import { useHasDeletions } from "@/components/call/actions/deletion-signal";
import { openedLater } from "@/components/dialog/opened-later";
import { useKeys } from "@/components/keyboard/use-keys";
import { useWorkspaces } from "@/components/session/use-workspace";
import { loadedLater } from "@/components/ui/loaded-later";
import { pageAt, pages } from "@/lib/address/page-list";
import { RAIL_COOKIE, type RailChoice, storeChoice } from "@/lib/workspace/personal-cookies";
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

/** Must agree with the variant `rail` in app/globals.css. */
const RAIL_WIDTH_PX = 1600;

/** Pages with three panes. Unless the user chose otherwise, their navigation is a rail in narrower windows. */
const DENSE =
  /^\/(?!settings)[^/]+\/(?:objects|playground|compare|(?:traces|threads)\/.|training\/[^/]+\/rollouts|models\/[^/]+\/arena)/;

type FrameProps = {
  /** The user's choice; null if there is none. */
  chosenRail: RailChoice | null;
  children: ReactNode;
};

/** The frame of every page: navigation, top bar, command palette, keyboard. It waits for no data. */
export function Frame({ chosenRail, children }: FrameProps) {
  const [choice, setChoice] = useState(chosenRail);
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  const pathname = usePathname();
  const page = pageAt(pathname);
  const rail = choice ?? (DENSE.test(pathname) ? "auto" : "full");
  const toggleRail = () => {
    const isRail = rail === "rail" || (rail === "auto" && window.innerWidth < RAIL_WIDTH_PX);
    const next = isRail ? "full" : "rail";
    storeChoice(RAIL_COOKIE, next);
    setChoice(next);
  };
  const share = useShare();
  const switchTheme = useThemeSwitch();
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
  });
  return (
    <div
      data-rail={rail}
      className="grid h-dvh grid-cols-[var(--nav-w)_minmax(0,1fr)] grid-rows-[var(--top-h)_minmax(0,1fr)] rail:grid-cols-[var(--nav-rail-w)_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)] max-md:grid-rows-[var(--top-h)_minmax(0,1fr)_52px] max-md:rail:grid-cols-[minmax(0,1fr)]"
    >
      <a
        href="#content"
        className="fixed top-1 left-1 z-50 -translate-y-16 rounded-control bg-surface px-3 py-1.5 shadow-pop focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Navigation hasTips={rail !== "full"} onToggleRail={toggleRail} />
      <TopBar page={page} onSearch={() => setOpen("palette")} />
      <main
        id="content"
        tabIndex={-1}
        className="col-start-2 row-start-2 flex min-h-0 min-w-0 flex-col outline-none short:overflow-y-auto max-md:col-start-1"
      >
        {nearest ? (
          <ServiceWatch
            key={nearest.connectionId}
            connectionId={nearest.connectionId}
            connectionName={nearest.connectionName}
            projectId={nearest.projectId}
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

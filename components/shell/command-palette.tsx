"use client";

import { Command } from "cmdk";
import { CornerDownRight, Keyboard, Link2, LogOut, Moon, PanelLeft, Radio, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { useLive } from "@/components/address/use-live";
import { useShare } from "@/components/address/use-share";
import { useThemeSwitch } from "@/components/browser/use-theme-switch";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { signOutAndRedirect } from "@/components/session/sign-out";
import { useWorkspaces } from "@/components/session/use-workspace";
import { KeyCap } from "@/components/ui/key-cap";
import { pages, settingsPages } from "@/lib/address/page-list";
import { matchesWords, readPaletteText, readPastedId } from "@/lib/address/palette-text";
import { PageIcon } from "./page-icon";
import { ADMINISTRATION, linkedActions, linkedLists } from "./palette-actions";
import { FoundItems } from "./palette-found";
import { PaletteItem } from "./palette-item";
import { NoResults, PaletteNotes } from "./palette-notes";
import { UnopenedItems } from "./palette-unopened";
import { type PaletteGroup, usePaletteResults } from "./use-palette-results";
import { usePastedId } from "./use-pasted-id";

type PaletteProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onToggleRail: () => void;
  onShowKeys: () => void;
};

/**
 * The ⌘K palette: ids open their item, then pages, workspaces and actions. It is a modal list with a search field, not a
 * question, so it has a frame of its own without a visible title or buttons.
 */
export function CommandPalette(props: PaletteProps) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="animate-fade fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="animate-drop fixed inset-x-0 top-[120px] z-50 mx-auto w-[min(600px,calc(100vw-24px))] overflow-hidden rounded-panel bg-surface shadow-dialog focus-visible:outline-none max-md:top-3"
        >
          <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
          <PaletteBody {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ onOpenChange, onToggleRail, onShowKeys }: PaletteProps) {
  const [text, setText] = useState("");
  const { scope, words } = readPaletteText(text);
  const router = useRouter();
  const share = useShare();
  const switchTheme = useThemeSwitch();
  const { setTheme } = useTheme();
  const { isLive, setIsLive } = useLive();
  const { workspaces, nearest } = useWorkspaces();
  const slug = nearest?.slug ?? null;
  const run = (action: () => void) => () => {
    onOpenChange(false);
    action();
  };
  const pasted = scope === "actions" ? null : readPastedId(words, window.location.origin);
  const byId = usePastedId(nearest, workspaces, pasted);
  const byName = usePaletteResults(nearest, scope === "actions" || pasted !== null ? "" : words);
  const isSearching = byId.isSearching || byName.isSearching;
  const groups: readonly PaletteGroup[] = [
    ...(byId.results.length > 0 ? [{ title: "Found by id", results: byId.results }] : []),
    ...byName.groups,
  ];
  const failed = byId.hasFailed ? ["ids"] : byName.failed;
  return (
    <Command
      label="Search or jump to"
      loop
      filter={(value, _search, keywords) => Number(keywords?.includes("always") || matchesWords(words, value))}
    >
      <div className="flex h-[46px] items-center gap-2.5 border-b border-line px-4">
        <Search size={17} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="Search or jump to"
          className="min-w-0 grow bg-transparent text-[15px] outline-none"
        />
        <span role="status" className="flex-none text-small text-ink-3">
          {isSearching ? "Searching…" : null}
        </span>
        <KeyCap>Esc</KeyCap>
      </div>
      <Command.List className="max-h-[min(420px,60vh)] overflow-auto pb-1.5 [&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-[9px] [&_[cmdk-group-heading]]:pb-[3px] [&_[cmdk-group-heading]]:text-micro [&_[cmdk-group-heading]]:text-ink-3">
        {isSearching || groups.length > 0 ? null : <NoResults failed={failed} parts={byName.parts} />}
        <FoundItems groups={groups} onOpen={(href) => run(() => router.push(href))()} />
        {scope === "all" ? (
          <>
            <Command.Group heading="Go to">
              {pages.map((page) => {
                const href = page.href(slug);
                if (href === null) return null;
                return (
                  <PaletteItem
                    key={page.id}
                    value={page.label}
                    onSelect={run(() => router.push(href))}
                    keys={["G", page.goKey.toUpperCase()]}
                  >
                    <PageIcon id={page.id} size={15} />
                    {page.label}
                  </PaletteItem>
                );
              })}
              {(slug === null ? [] : linkedLists(slug)).map(({ label, words: more, href, icon: Icon }) => (
                <PaletteItem key={label} value={`${label} ${more}`} onSelect={run(() => router.push(href))}>
                  <Icon size={15} strokeWidth={1.7} aria-hidden="true" />
                  {label}
                </PaletteItem>
              ))}
            </Command.Group>
            <Command.Group heading="Settings">
              {settingsPages.map(({ href, label }) => (
                <PaletteItem key={href} value={`settings ${label}`} onSelect={run(() => router.push(href))}>
                  <PageIcon id="settings" size={15} />
                  {label}
                </PaletteItem>
              ))}
            </Command.Group>
            <Command.Group heading="Workspaces">
              {workspaces.map((workspace) => (
                <PaletteItem
                  key={workspace.id}
                  value={`workspace ${workspace.slug} ${workspace.projectId}`}
                  onSelect={run(() => router.push(`/${workspace.slug}/traces`))}
                >
                  <CornerDownRight size={15} strokeWidth={1.7} aria-hidden="true" />
                  {workspace.projectId}
                  <span className="ml-auto text-small text-ink-3">{workspace.connectionName}</span>
                </PaletteItem>
              ))}
              <UnopenedItems onOpen={(href) => run(() => router.push(href))()} />
            </Command.Group>
          </>
        ) : null}
        {scope === "ids" ? null : (
          <Command.Group heading="Actions">
            {(slug === null ? [] : linkedActions(slug))
              .concat(ADMINISTRATION)
              .map(({ label, words: more, href, icon: Icon }) => (
                <PaletteItem key={label} value={`${label} ${more}`} onSelect={run(() => router.push(href))}>
                  <Icon size={15} strokeWidth={1.7} aria-hidden="true" />
                  {label}
                </PaletteItem>
              ))}
            <PaletteItem value="Turn live updates on or off" onSelect={run(() => setIsLive(!isLive))} keys={["⇧", "L"]}>
              <Radio size={15} strokeWidth={1.7} aria-hidden="true" />
              Turn live updates {isLive ? "off" : "on"}
            </PaletteItem>
            <PaletteItem value="Copy link to this view share" onSelect={run(share)} keys={["⇧", "C"]}>
              <Link2 size={15} strokeWidth={1.7} aria-hidden="true" />
              Copy link to this view
            </PaletteItem>
            <PaletteItem value="Switch theme dark light" onSelect={run(switchTheme)} keys={["⇧", "D"]}>
              <Moon size={15} strokeWidth={1.7} aria-hidden="true" />
              Switch theme
            </PaletteItem>
            <PaletteItem value="Use system theme dark light" onSelect={run(() => setTheme("system"))}>
              <Moon size={15} strokeWidth={1.7} aria-hidden="true" />
              Use system theme
            </PaletteItem>
            <PaletteItem value="Collapse or expand navigation rail" onSelect={run(onToggleRail)} keys={["⌘", "\\"]}>
              <PanelLeft size={15} strokeWidth={1.7} aria-hidden="true" />
              Collapse or expand navigation
            </PaletteItem>
            <PaletteItem value="Show all keys keyboard help" onSelect={onShowKeys} keys={["?"]}>
              <Keyboard size={15} strokeWidth={1.7} aria-hidden="true" />
              Show all keys
            </PaletteItem>
            <PaletteItem value="Sign out log out" onSelect={run(() => void signOutAndRedirect())}>
              <LogOut size={15} strokeWidth={1.7} aria-hidden="true" />
              Sign out
            </PaletteItem>
          </Command.Group>
        )}
      </Command.List>
      <PaletteNotes failed={failed} parts={byName.parts} />
      <div className="flex h-[34px] items-center gap-3.5 border-t border-line bg-sunken px-4 text-micro text-ink-3 max-md:hidden">
        <KeyHints
          hints={[keyHint("palette", ["ArrowUp", "ArrowDown"], "move"), keyHint("palette", ["Enter"], "open")]}
        />
        <span className="ml-auto">&gt; for actions, # for ids</span>
      </div>
    </Command>
  );
}

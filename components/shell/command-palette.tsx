"use client";

import { Command } from "cmdk";
import { CornerDownRight, Keyboard, Link2, LogOut, Moon, PanelLeft, Search, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { useShare } from "@/components/address/use-share";
import { useThemeSwitch } from "@/components/browser/use-theme-switch";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { signOutAndRedirect } from "@/components/session/sign-out";
import { useWorkspaces } from "@/components/session/use-workspace";
import { KeyCap } from "@/components/ui/key-cap";
import { pages } from "@/lib/address/page-list";
import { isIdLike, readPaletteText } from "@/lib/address/palette-text";
import { PageIcon } from "./page-icon";

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
  const { workspaces, current } = useWorkspaces();
  const slug = current?.slug ?? workspaces[0]?.slug ?? null;
  const run = (action: () => void) => () => {
    onOpenChange(false);
    action();
  };
  const isIdOffered = slug !== null && scope !== "actions" && (scope === "ids" ? words !== "" : isIdLike(words));
  return (
    <Command label="Search or jump to" loop filter={(value, _search, keywords) => match(words, value, keywords)}>
      <div className="flex h-[46px] items-center gap-2.5 border-b border-line px-4">
        <Search size={17} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="Search or jump to"
          className="min-w-0 grow bg-transparent text-[15px] outline-none"
        />
        <KeyCap>Esc</KeyCap>
      </div>
      <Command.List className="max-h-[min(420px,60vh)] overflow-auto pb-1.5 [&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-[9px] [&_[cmdk-group-heading]]:pb-[3px] [&_[cmdk-group-heading]]:text-micro [&_[cmdk-group-heading]]:text-ink-3">
        <Command.Empty className="px-4 py-3 text-ink-2">No results</Command.Empty>
        {isIdOffered ? (
          <Command.Group heading="Calls" forceMount>
            <Item
              value={`id ${words}`}
              onSelect={run(() => router.push(`/${slug}/traces/${encodeURIComponent(words)}`))}
              isAlways
            >
              <CornerDownRight size={15} strokeWidth={1.7} aria-hidden="true" />
              Open call <span className="text-code">{words}</span>
            </Item>
          </Command.Group>
        ) : null}
        {scope === "all" ? (
          <>
            <Command.Group heading="Go to">
              {pages.map((page) => {
                const href = page.href(slug);
                if (href === null) return null;
                return (
                  <Item
                    key={page.id}
                    value={page.label}
                    onSelect={run(() => router.push(href))}
                    keys={["G", page.goKey.toUpperCase()]}
                  >
                    <PageIcon id={page.id} size={15} />
                    {page.label}
                  </Item>
                );
              })}
            </Command.Group>
            <Command.Group heading="Workspaces">
              {workspaces.map((workspace) => (
                <Item
                  key={workspace.id}
                  value={`workspace ${workspace.slug} ${workspace.projectId}`}
                  onSelect={run(() => router.push(`/${workspace.slug}/traces`))}
                >
                  <CornerDownRight size={15} strokeWidth={1.7} aria-hidden="true" />
                  {workspace.projectId}
                  <span className="ml-auto text-small text-ink-3">{workspace.connectionName}</span>
                </Item>
              ))}
            </Command.Group>
          </>
        ) : null}
        {scope === "ids" ? null : (
          <Command.Group heading="Actions">
            {slug === null ? null : (
              <Item value="Import a file upload" onSelect={run(() => router.push(`/${slug}/import`))}>
                <Upload size={15} strokeWidth={1.7} aria-hidden="true" />
                Import a file
              </Item>
            )}
            <Item value="Copy link to this view share" onSelect={run(share)} keys={["⇧", "C"]}>
              <Link2 size={15} strokeWidth={1.7} aria-hidden="true" />
              Copy link to this view
            </Item>
            <Item value="Switch theme dark light" onSelect={run(switchTheme)} keys={["⇧", "D"]}>
              <Moon size={15} strokeWidth={1.7} aria-hidden="true" />
              Switch theme
            </Item>
            <Item value="Collapse or expand navigation rail" onSelect={run(onToggleRail)} keys={["⌘", "\\"]}>
              <PanelLeft size={15} strokeWidth={1.7} aria-hidden="true" />
              Collapse or expand navigation
            </Item>
            <Item value="Show all keys keyboard help" onSelect={onShowKeys} keys={["?"]}>
              <Keyboard size={15} strokeWidth={1.7} aria-hidden="true" />
              Show all keys
            </Item>
            <Item value="Sign out log out" onSelect={run(() => void signOutAndRedirect())}>
              <LogOut size={15} strokeWidth={1.7} aria-hidden="true" />
              Sign out
            </Item>
          </Command.Group>
        )}
      </Command.List>
      <div className="flex h-[34px] items-center gap-3.5 border-t border-line bg-sunken px-4 text-micro text-ink-3 max-md:hidden">
        <KeyHints
          hints={[keyHint("palette", ["ArrowUp", "ArrowDown"], "move"), keyHint("palette", ["Enter"], "open")]}
        />
        <span className="ml-auto">&gt; for actions, # for ids</span>
      </div>
    </Command>
  );
}

/** Every typed word must occur in the item's text. */
function match(words: string, value: string, keywords: readonly string[] | undefined): number {
  if (keywords?.includes("always")) return 1;
  const haystack = value.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
    ? 1
    : 0;
}

type ItemProps = {
  value: string;
  onSelect: () => void;
  keys?: readonly string[];
  isAlways?: boolean;
  children: ReactNode;
};

function Item({ value, onSelect, keys = [], isAlways = false, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      {...(isAlways ? { keywords: ["always"] } : {})}
      onSelect={onSelect}
      className="flex h-8 items-center gap-2.5 px-4 data-[selected=true]:bg-accent-tint data-[selected=true]:shadow-[inset_2px_0_var(--accent)] max-md:h-10 [&>svg]:text-ink-3"
    >
      {children}
      {keys.length === 0 ? null : (
        <span className="ml-auto flex gap-1">
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </span>
      )}
    </Command.Item>
  );
}

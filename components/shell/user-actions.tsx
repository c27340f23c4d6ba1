"use client";

import { BookOpen, Clock, Keyboard, LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { chooseTimeZone } from "@/components/browser/choose-time-zone";
import { areKeyHintsShown, showKeyHints } from "@/components/browser/key-hints-choice";
import { signOutAndRedirect } from "@/components/session/sign-out";
import { MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { timeZone, zoneName } from "@/lib/format/time-zone";
import type { Person } from "@/lib/workspace/person";

const THEMES = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["system", "Same as system"],
] as const;

/** The actions and personal settings of the signed-in user. */
export function UserActions({ person }: { person: Person }) {
  const { theme, setTheme } = useTheme();
  const router = useRouter();
  const zone = timeZone();
  const areHintsShown = areKeyHintsShown();
  return (
    <>
      <MenuLabel>
        {person.email}, {person.role}
      </MenuLabel>
      <MenuSeparator />
      <MenuLabel>Theme</MenuLabel>
      {THEMES.map(([name, label]) => (
        <MenuChoice key={name} isChosen={theme === name} onSelect={() => setTheme(name)}>
          {label}
        </MenuChoice>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => chooseTimeZone(zone === "utc" ? "local" : "utc")}>
        <Clock size={14} strokeWidth={1.7} aria-hidden="true" />
        {zone === "utc" ? `Show local times (${zoneName(Date.now(), "local")})` : "Show times in UTC"}
      </MenuItem>
      <MenuItem onSelect={() => showKeyHints(!areHintsShown)}>
        <Keyboard size={14} strokeWidth={1.7} aria-hidden="true" />
        {areHintsShown ? "Hide keyboard hints" : "Show keyboard hints"}
      </MenuItem>
      <MenuItem onSelect={() => router.push("/settings/docs")}>
        <BookOpen size={14} strokeWidth={1.7} aria-hidden="true" />
        Documentation
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOutAndRedirect()}>
        <LogOut size={14} strokeWidth={1.7} aria-hidden="true" />
        Sign out
      </MenuItem>
      <MenuLabel>Removes your drafts from this browser</MenuLabel>
    </>
  );
}

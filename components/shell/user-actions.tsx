"use client";

import { Clock, LogOut, Moon } from "lucide-react";
import { chooseTimeZone } from "@/components/browser/choose-time-zone";
import { useThemeSwitch } from "@/components/browser/use-theme-switch";
import { signOutAndRedirect } from "@/components/session/sign-out";
import { MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { timeZone, zoneName } from "@/lib/format/time-zone";
import type { Person } from "@/lib/workspace/person";

/** What the signed-in user can do. */
export function UserActions({ person }: { person: Person }) {
  const switchTheme = useThemeSwitch();
  const zone = timeZone();
  return (
    <>
      <MenuLabel>
        {person.email}, {person.role}
      </MenuLabel>
      <MenuItem onSelect={switchTheme}>
        <Moon size={14} strokeWidth={1.7} aria-hidden="true" />
        Switch theme
      </MenuItem>
      <MenuItem onSelect={() => chooseTimeZone(zone === "utc" ? "local" : "utc")}>
        <Clock size={14} strokeWidth={1.7} aria-hidden="true" />
        {zone === "utc" ? `Show local times (${zoneName(Date.now(), "local")})` : "Show times in UTC"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOutAndRedirect()}>
        <LogOut size={14} strokeWidth={1.7} aria-hidden="true" />
        Sign out
      </MenuItem>
    </>
  );
}

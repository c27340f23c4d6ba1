"use client";

import { LogOut, Moon } from "lucide-react";
import { useThemeSwitch } from "@/components/browser/use-theme-switch";
import { signOutAndRedirect } from "@/components/session/sign-out";
import { MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import type { Person } from "@/lib/workspace/person";

/** What the signed-in user can do. */
export function UserActions({ person }: { person: Person }) {
  const switchTheme = useThemeSwitch();
  return (
    <>
      <MenuLabel>
        {person.email}, {person.role}
      </MenuLabel>
      <MenuItem onSelect={switchTheme}>
        <Moon size={14} strokeWidth={1.7} aria-hidden="true" />
        Switch theme
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOutAndRedirect()}>
        <LogOut size={14} strokeWidth={1.7} aria-hidden="true" />
        Sign out
      </MenuItem>
    </>
  );
}

"use client";

import { useTheme } from "next-themes";

/** Switches between light and dark; the choice is saved in this browser. */
export function useThemeSwitch(): () => void {
  const { resolvedTheme, setTheme } = useTheme();
  return () => setTheme(resolvedTheme === "dark" ? "light" : "dark");
}

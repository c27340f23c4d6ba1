"use client";

import { useTheme } from "next-themes";

/** Changes between light and dark; the choice is remembered in this browser. */
export function useThemeSwitch(): () => void {
  const { resolvedTheme, setTheme } = useTheme();
  return () => setTheme(resolvedTheme === "dark" ? "light" : "dark");
}

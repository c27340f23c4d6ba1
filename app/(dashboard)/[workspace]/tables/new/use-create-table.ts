"use client";

import { useHasRole } from "@/components/session/use-role";

/** Returns whether the user may store tables, and why not. The server decides; this only explains it in advance. */
export function useStoring(): { readonly isDisabled: boolean; readonly title?: string } {
  const isMember = useHasRole("member");
  if (isMember !== false) return { isDisabled: false };
  return { isDisabled: true, title: "You are a viewer. Members and admins can store rows." };
}

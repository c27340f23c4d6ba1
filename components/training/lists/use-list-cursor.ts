"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import { stepIndex } from "@/lib/table/step-index";

/** The row at the keyboard cursor: J and K or the arrows move it, Enter opens its page. Null before the first move. */
export function useListCursor(rows: readonly { readonly id: string }[], hrefOf: (id: string) => string): string | null {
  const router = useRouter();
  const [cursorId, setCursorId] = useState<string | null>(null);
  const cursor = rows.findIndex(({ id }) => id === cursorId);
  const step = (by: 1 | -1) => setCursorId(rows[stepIndex(cursor, by, rows.length)]?.id ?? null);
  useKeys("training", {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => cursorId !== null && router.push(hrefOf(cursorId)),
  });
  return cursorId;
}

"use client";

import { useEffect, useMemo, useRef } from "react";
import type { ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import type { RunStore } from "@/lib/completion/run-store";

/** The columns of a draft, and the store of their answers. */
interface Columns extends Pick<ScopedEditing, "change" | "setScope"> {
  readonly setPinnedKey: (columnKey: string | null) => void;
  readonly store: RunStore;
}

/** The columns that can be run. */
export interface RunnableColumns extends Columns {
  readonly runOne: (columnKey: string) => void;
}

/** Returns the actions on columns. The functions stay the same while the page is open, so they cause no redraw. */
export interface PlaygroundColumnActions extends Columns {
  readonly run: (columnKey: string) => void;
  readonly stop: (columnKey: string) => void;
}

/** A run uses the request at that moment, so it is looked up when the button is pressed. */
export function useColumnActions(playground: RunnableColumns): PlaygroundColumnActions {
  const current = useRef(playground);
  useEffect(() => {
    current.current = playground;
  });
  const { change, setPinnedKey, setScope, store } = playground;
  return useMemo(
    () => ({
      change,
      setPinnedKey,
      setScope,
      store,
      run: (columnKey) => current.current.runOne(columnKey),
      stop: (columnKey) => store.stop(columnKey),
    }),
    [change, setPinnedKey, setScope, store],
  );
}

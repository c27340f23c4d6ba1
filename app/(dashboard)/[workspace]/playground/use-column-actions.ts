"use client";

import { useEffect, useMemo, useRef } from "react";
import type { Playground } from "./use-playground";

/** What is done with columns: the same functions as long as the page is open, so that nothing is drawn again for them. */
export interface ColumnActions extends Pick<Playground, "change" | "setPinnedKey" | "setScope" | "store"> {
  readonly run: (columnKey: string) => void;
  readonly stop: (columnKey: string) => void;
}

/** A run takes the request as it is then, so it is looked up when the button is pressed. */
export function useColumnActions(playground: Playground): ColumnActions {
  const current = useRef(playground);
  useEffect(() => {
    current.current = playground;
  });
  const { change, setPinnedKey, setScope, store } = playground;
  return useMemo(
    () => ({
      ...{ change, setPinnedKey, setScope, store },
      run: (columnKey) => current.current.runOne(columnKey),
      stop: (columnKey) => store.stop(columnKey),
    }),
    [change, setPinnedKey, setScope, store],
  );
}

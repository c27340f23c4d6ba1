"use client";

import { useEffect, useMemo, useState } from "react";
import type { Call } from "@/lib/api/contract/calls/calls";
import { possibleTwins } from "@/lib/calls/may-have-twins";

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the ids of the requests in a list whose tokens count at another call of the list, which reports them too. Sends
 * no request. The code that decides is loaded once two calls may be one request.
 */
export function useUncountedTwins(calls: readonly Call[]): ReadonlySet<string> {
  const possible = useMemo(() => possibleTwins(calls), [calls]);
  const [decide, setDecide] = useState<((calls: readonly Call[]) => ReadonlySet<string>) | null>(null);
  const isNeeded = possible.length > 0 && decide === null;
  // The outside system is the script.
  useEffect(() => {
    if (!isNeeded) return;
    let isWanted = true;
    void (async () => {
      const loaded = await import("@/lib/calls/twin-calls").catch(() => null);
      if (isWanted && loaded !== null) setDecide(() => loaded.uncountedTwins);
    })();
    return () => {
      isWanted = false;
    };
  }, [isNeeded]);
  return useMemo(() => (possible.length > 0 && decide !== null ? decide(possible) : NONE), [possible, decide]);
}

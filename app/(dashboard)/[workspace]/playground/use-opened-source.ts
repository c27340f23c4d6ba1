"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import type { OpenedSource } from "@/app/(dashboard)/[workspace]/playground/open/source";
import { NOTHING_OPENED, playgroundParams } from "./search-params";

interface Opened {
  /** Null for the user's own draft. */
  readonly source: OpenedSource | null;
  /** The models of the columns in the URL. */
  readonly models: readonly string[];
  /** Returns to the user's own draft. */
  readonly leave: () => void;
}

/**
 * Returns what the URL opens. The source stays when its id leaves the URL because the draft has changed, until the URL
 * names another source, or models alone.
 */
export function useOpenedSource(): Opened {
  const [{ model: models, ...ids }, setParams] = useQueryStates(playgroundParams);
  const named = namedSource(ids);
  const [source, setSource] = useState(named);
  if (named !== null && (named.id !== source?.id || named.kind !== source.kind)) setSource(named);
  if (named === null && source !== null && models.length > 0) setSource(null);
  const leave = () => {
    setSource(null);
    void setParams(NOTHING_OPENED, { history: "replace" });
  };
  return { source, models, leave };
}

/** The kinds in the order in which a URL with several ids is read. */
const KINDS = ["request", "call", "rollout", "prompt", "row", "table"] as const;

function namedSource(ids: Record<OpenedSource["kind"], string | null>): OpenedSource | null {
  for (const kind of KINDS) {
    const id = ids[kind];
    if (id !== null) return { kind, id };
  }
  return null;
}

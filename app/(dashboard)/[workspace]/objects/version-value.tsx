"use client";

import { type ReactNode, useState } from "react";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Shuttle } from "@/components/ui/shuttle";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ObjectVersion } from "@/lib/api/contract/objects";
import { formatBytes } from "@/lib/format/bytes";
import { type ObjectPaneProps, PaneSkeleton } from "./object-pane";
import { UnreadableVersion } from "./objects-states";
import { useObjectValue } from "./use-object-value";

/** Bigger versions are read only when a person asks: reading takes memory of that size several times over. */
export const ASK_FROM_BYTES = 20_000_000;

/** In place of what is so big that a person decides whether it is read. */
export function BigValue({ bytes, onRead }: { bytes: number; onRead: () => void }) {
  return (
    <PaneState
      warp="empty"
      title={`That is ${formatBytes(bytes)} to read`}
      actions={
        <Button size="small" onClick={onRead}>
          Read it
        </Button>
      }
    >
      It takes a while, and several times its size in memory.
    </PaneState>
  );
}

/** Reads the selected version, or says why not. */
export function VersionValue({
  children,
  ...props
}: ObjectPaneProps & { children: (version: ObjectVersion) => ReactNode }) {
  const { workspace, object, chosen, params, actions } = props;
  const [allowed, setAllowed] = useState<string | null>(null);
  const bytes = chosen.selected?.size_bytes ?? 0;
  const isHeld = bytes > ASK_FROM_BYTES && allowed !== chosen.name;
  const read = useObjectValue(workspace, object, isHeld ? null : chosen.name);
  if (isHeld) return <BigValue bytes={bytes} onRead={() => setAllowed(chosen.name)} />;
  if (read.isError) {
    return (
      <UnreadableVersion
        failure={failureOf(read.error)}
        object={object}
        name={chosen.name}
        onRetry={() => void read.refetch()}
        onLatest={
          params.version !== null && chosen.pages.versions.length > 0 ? () => actions.select(object, null) : null
        }
      />
    );
  }
  if (!read.data) {
    return (
      <>
        <Shuttle label="Reading the version" className="flex-none" />
        <PaneSkeleton />
      </>
    );
  }
  return children(read.data.obj);
}

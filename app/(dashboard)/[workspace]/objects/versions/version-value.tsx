"use client";

import { type ReactNode, useMemo } from "react";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { formatBytes } from "@/lib/format/bytes";
import { LAZY_FROM_BYTES, largeVersion } from "./large-version";
import type { ObjectPaneProps } from "./object-pane-props";
import { PaneSkeleton } from "./pane-skeleton";
import { UnreadableVersion } from "./unreadable-version";
import { useObjectValue } from "./use-object-value";

/** Shown in place of a value that is so large that the user decides whether to load it. */
export function BigValue({ bytes, onRead }: { bytes: number; onRead: () => void }) {
  return (
    <PaneState
      kind="empty"
      title={`This value is ${formatBytes(bytes)}`}
      actions={
        <Button size="small" onClick={onRead}>
          Load value
        </Button>
      }
    >
      Loading takes a while and needs several times its size in memory.
    </PaneState>
  );
}

/** Reads the selected version, a large one part by part, or shows why it cannot be read. */
export function VersionValue({
  children,
  ...props
}: ObjectPaneProps & { children: (version: ObjectVersion) => ReactNode }) {
  const { workspace, object, chosen, params, actions } = props;
  const { selected } = chosen;
  const isLarge = (selected?.size_bytes ?? 0) > LAZY_FROM_BYTES;
  const large = useMemo(
    () => (selected && isLarge ? largeVersion(workspace, selected) : null),
    [workspace, selected, isLarge],
  );
  const read = useObjectValue(workspace, object, isLarge ? null : chosen.name);
  if (large) return children(large);
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
        <ProgressBar label="Loading the version" className="flex-none" />
        <PaneSkeleton />
      </>
    );
  }
  return children(read.data.obj);
}

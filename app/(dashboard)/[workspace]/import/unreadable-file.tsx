import { PaneState } from "@/components/state/pane-state";

/** Shown when the file cannot be imported, or is truncated: nothing was stored. */
export function UnreadableFile({ name, reason }: { name: string; reason: string }) {
  return (
    <PaneState
      isFailure
      kind="cut"
      title={`Could not read ${name}`}
      extra={<p className="mt-1 text-small text-ink-2 [overflow-wrap:anywhere]">{reason}</p>}
    >
      Nothing was stored. Fix the file or choose another.
    </PaneState>
  );
}

import { PaneState } from "@/components/state/pane-state";

/** The file is none that could be imported, or breaks off: nothing of it was stored. */
export function UnreadableFile({ name, reason }: { name: string; reason: string }) {
  return (
    <PaneState
      isFailure
      kind="cut"
      title={`${name} cannot be read`}
      extra={<p className="mt-1 text-small text-ink-2 [overflow-wrap:anywhere]">{reason}</p>}
    >
      Nothing of it was stored. Choose another file, or mend this one and choose it again.
    </PaneState>
  );
}

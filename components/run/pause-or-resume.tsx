import { Pause, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { RunState } from "@/lib/run/run-states";

type PauseOrResumeProps = {
  state: RunState;
  /** The action that waits for the service. */
  acting: string | null;
  onPause: () => void;
  onResume: () => void;
};

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

/** Pauses a run, or resumes a paused one. */
export function PauseOrResume({ state, acting, onPause, onResume }: PauseOrResumeProps) {
  if (state === "paused") {
    return (
      <Button
        key="resume"
        size="small"
        kind="primary"
        isBusy={acting === "resume"}
        icon={<Play {...icon} />}
        onClick={onResume}
      >
        Resume
      </Button>
    );
  }
  if (state !== "running" && state !== "queued") return null;
  return (
    <Button key="pause" size="small" isBusy={acting === "pause"} icon={<Pause {...icon} />} onClick={onPause}>
      Pause
    </Button>
  );
}

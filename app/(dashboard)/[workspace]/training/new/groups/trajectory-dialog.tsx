"use client";

import { useQuery } from "@tanstack/react-query";
import { Transcript } from "@/components/chat/transcript";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { readMessages } from "@/lib/chat/read-messages";
import { countOf } from "@/lib/format/count";
import { readTrajectory, type TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";

/** The messages of a trajectory, read from its source when it opens. */
export function TrajectoryDialog({ row, onClose }: { row: TrajectoryRow; onClose: () => void }) {
  const query = useQuery({
    queryKey: ["trajectory", row.fingerprint, row.start],
    queryFn: async () => readMessages((await readTrajectory(row)).messages_and_choices),
    gcTime: 0,
  });
  return (
    <ViewDialog
      title={row.place}
      description={`${countOf(row.messageCount, "message")}, ${countOf(row.choiceCount, "trainable choice")}`}
      size="large"
      onClose={onClose}
    >
      {query.isPending ? <ProgressBar label="Loading trajectory" /> : null}
      {query.isError ? (
        <Callout tone="err">
          The trajectory can no longer be read because the file was changed or removed. Add it again.
        </Callout>
      ) : null}
      {query.data ? <Transcript conversation={{ input: query.data, output: [], finishReason: null }} /> : null}
    </ViewDialog>
  );
}

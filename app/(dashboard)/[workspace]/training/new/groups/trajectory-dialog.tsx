"use client";

import { useQuery } from "@tanstack/react-query";
import { Transcript } from "@/components/chat/transcript";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose } from "@/components/ui/dialog";
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
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={row.place}
      description={`${countOf(row.messageCount, "message")}, ${countOf(row.choiceCount, "trainable choice")}`}
      className="top-[6vh] flex max-h-[88vh] w-[min(760px,calc(100vw-24px))] flex-col"
    >
      {query.isPending ? <ProgressBar label="Loading trajectory" /> : null}
      {query.isError ? (
        <Callout tone="err">
          The trajectory can no longer be read because the file was changed or removed. Add it again.
        </Callout>
      ) : null}
      {query.data ? <Transcript conversation={{ input: query.data, output: [], finishReason: null }} /> : null}
      <div className="mt-3 flex justify-end">
        <DialogClose asChild>
          <Button size="small">Close</Button>
        </DialogClose>
      </div>
    </Dialog>
  );
}

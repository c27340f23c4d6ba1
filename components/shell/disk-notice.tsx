import { Callout } from "@/components/ui/callout";
import type { DiskState } from "@/lib/api/contract/admin/disk-state";
import { FULL_DISK_TEXT, VERY_LOW_DISK_TEXT } from "@/lib/workspace/disk-text";

type DiskNoticeProps = {
  disk: Extract<DiskState, "full" | "very-low">;
  connectionName: string;
};

/** Says on each page that the disk of the service is full, or nearly so. */
export function DiskNotice({ disk, connectionName }: DiskNoticeProps) {
  const isFull = disk === "full";
  return (
    <Callout tone={isFull ? "err" : "warn"} className="flex-none rounded-none px-4">
      <b className="font-medium">
        {isFull ? `The disk of ${connectionName} is full` : `The disk of ${connectionName} is almost full`}
      </b>
      . {isFull ? FULL_DISK_TEXT : VERY_LOW_DISK_TEXT}
    </Callout>
  );
}

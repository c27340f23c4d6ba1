import type { DiskState } from "@/lib/api/contract/admin/disk-state";
import type { DamagedTable, ProjectSizes, StorageSizes } from "@/lib/api/contract/admin/service-info";
import { formatBytes } from "@/lib/format/bytes";
import { countOf } from "@/lib/format/count";
import { FULL_DISK_TEXT, LOW_DISK_TEXT } from "@/lib/workspace/disk-text";

/** Returns what is missing, in one sentence; null when everything can be read. */
export function damageText(damaged: readonly DamagedTable[]): string | null {
  const parts = damaged.reduce((sum, { part_count: count }) => sum + count, 0);
  if (parts === 0) return null;
  return `${countOf(parts, "part")} of the stored data cannot be read. Lists, counts and charts lack their rows.`;
}

/** Returns the text at the foot of the page. */
export function storageFoot(damaged: readonly DamagedTable[]): string {
  return damaged.length === 0 ? "No damaged parts" : `${countOf(damaged.length, "table")} with damaged parts`;
}

/** Returns the bytes of all kinds of a project's data, as they were sent. */
export function totalBytes(project: ProjectSizes): number {
  return project.traces_bytes + project.objects_bytes + project.tables_bytes + project.files_bytes;
}

/** Returns how long a project keeps its calls. */
export function keptText({ max_age_days: days, max_bytes: bytes }: ProjectSizes): string {
  const limits = [
    ...(typeof days === "number" ? [countOf(days, "day")] : []),
    ...(typeof bytes === "number" ? [`at most ${formatBytes(bytes)}`] : []),
  ];
  return limits.length === 0 ? "everything" : limits.join(", ");
}

/** Returns what a disk with little space means; null while there is enough, or where it is not known. */
export function diskNotice(state: DiskState | undefined): string | null {
  if (state === "full") return `The disk is full. ${FULL_DISK_TEXT}`;
  return state === "low" || state === "very-low" ? LOW_DISK_TEXT : null;
}

/** Returns what the stored data takes and what is left, in sentences. */
export function diskText({ engine_bytes: engine, disk }: StorageSizes): string {
  const sent = "Sizes are those of the data as it was sent.";
  if (typeof engine !== "number") return sent;
  const taken = `Calls, objects and tables take ${formatBytes(engine)} of the disk, compressed. ${sent}`;
  return disk ? `${taken} ${formatBytes(disk.free_bytes)} of ${formatBytes(disk.size_bytes)} are free.` : taken;
}

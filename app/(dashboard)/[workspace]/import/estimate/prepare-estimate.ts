import type { StorageSizes } from "@/lib/api/contract/admin/service-info";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatDay, parseTime } from "@/lib/format/time";
import type { EarlierImport } from "@/lib/import/earlier/import-record";

/** What an import is expected to send. */
export interface ImportSize {
  /** Calls, scores, versions and rows. */
  readonly records: number;
  /** As they are sent; null when unknown. */
  readonly bytes: number | null;
}

interface EstimatedFigure {
  readonly value: string;
  readonly note: string;
}

export interface ImportEstimate {
  readonly size: EstimatedFigure;
  readonly time: EstimatedFigure;
  /** True when the data hardly fits on the disk. */
  readonly isTight: boolean;
}

/** Below this, what the engine needs for itself is more than the data. */
const MIN_STORED_BYTES = 20_000_000;

/** A shorter import says little about the rate of the next. */
const MIN_SENT = 200;

/** A disk has room for this many times the estimate. */
const MARGIN = 2;

/** Records a second of a small machine, for a project without earlier imports. */
const USUAL_RATE = 1_000;

/** How much smaller the data of this service is on disk than as it was sent; null when it is unknown. */
function compressionOf(sizes: StorageSizes | null): number | null {
  const engine = sizes?.engine_bytes;
  if (!sizes || typeof engine !== "number") return null;
  const sent = sizes.projects.reduce(
    (sum, { traces_bytes, objects_bytes, tables_bytes }) => sum + traces_bytes + objects_bytes + tables_bytes,
    0,
  );
  return sent < MIN_STORED_BYTES ? null : engine / sent;
}

function sizeOf(bytes: number | null, sizes: StorageSizes | null): EstimatedFigure & { readonly diskBytes: number } {
  const free = sizes?.disk?.free_bytes;
  const left = typeof free === "number" ? `, ${formatBytes(free)} free` : "";
  if (bytes === null) return { value: MISSING, note: `on disk${left}`, diskBytes: 0 };
  const compression = compressionOf(sizes);
  if (compression === null)
    return { value: formatBytes(bytes), note: `as sent, less on disk${left}`, diskBytes: bytes };
  const diskBytes = bytes * compression;
  return { value: formatBytes(diskBytes), note: `on disk${left}`, diskBytes };
}

function timeOf(records: number, earlier: readonly EarlierImport[]): EstimatedFigure {
  const last = earlier.find(({ record: { sent, run_ms } }) => sent >= MIN_SENT && run_ms > 0)?.record;
  const perSecond = last === undefined ? USUAL_RATE : last.sent / (last.run_ms / 1000);
  const value = records === 0 ? MISSING : formatDuration(Math.max(1_000, Math.round(records / perSecond) * 1_000));
  const rate = `${formatCount(Math.max(1, Math.round(perSecond)))} a second`;
  if (last === undefined) return { value, note: `at a usual ${rate}` };
  const day = formatDay(parseTime(last.started_at) ?? 0);
  return { value, note: `at ${rate}, as on ${day}` };
}

/**
 * Estimates the size and the duration of an import: from the data that the service has already, and from the last import
 * into the project.
 *
 * @param sizes null when the service does not say them
 */
export function importEstimate(
  { records, bytes }: ImportSize,
  sizes: StorageSizes | null,
  earlier: readonly EarlierImport[],
): ImportEstimate {
  const { diskBytes, ...size } = sizeOf(bytes, sizes);
  const free = sizes?.disk?.free_bytes;
  return { size, time: timeOf(records, earlier), isTight: typeof free === "number" && diskBytes * MARGIN > free };
}

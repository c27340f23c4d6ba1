import {
  findVersion,
  shortVersionDigest,
  versionLabel,
} from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions";
import { SideMark } from "@/app/(dashboard)/[workspace]/objects/versions/side-mark";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { formatBytes } from "@/lib/format/bytes";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";

type DiffSideProps = { side: "a" | "b"; versions: readonly ObjectVersion[]; name: string; nowMs: number };

/** The header of one side: version, time and size. */
export function DiffSide({ side, versions, name, nowMs }: DiffSideProps) {
  const version = findVersion(versions, name);
  const createdMs = parseTime(version?.created_at);
  const size = typeof version?.size_bytes === "number" ? `, ${formatBytes(version.size_bytes)}` : "";
  return (
    <div className="flex min-w-0 items-center gap-2 px-3 whitespace-nowrap [&+&]:border-l [&+&]:border-line">
      <SideMark side={side} />
      <b>{versionLabel(versions, name)}</b>
      <span className="truncate text-code text-ink-3 max-md:hidden" title={version?.digest ?? name}>
        {shortVersionDigest(version?.digest ?? name)}
      </span>
      <span className="ml-auto truncate text-ink-3" title={formatFullTime(createdMs)}>
        {formatTime(createdMs, nowMs)}
        {size}
      </span>
    </div>
  );
}

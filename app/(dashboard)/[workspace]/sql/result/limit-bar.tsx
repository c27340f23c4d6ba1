import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import type { SqlResult } from "./use-sql-run";

/** From this share of a limit on, it is drawn as a warning. */
const NEAR = 0.8;

/** What the last query used of its limits, or the limits alone before one was run. */
export function LimitBar({ result, limits }: { result: SqlResult | null; limits: SqlResult["limits"] }) {
  const rows = result === null ? null : result.rows.length;
  return (
    <dl className="flex flex-none flex-wrap items-center gap-x-6 gap-y-1 border-y border-line bg-sunken px-4 py-1.5 text-small text-ink-3 max-md:px-3">
      <Limit
        name="Time"
        used={result && formatDuration(result.elapsed_ms)}
        most={`${limits.seconds} s`}
        share={result && result.elapsed_ms / (limits.seconds * 1000)}
      />
      <Limit
        name="Rows"
        used={rows === null ? null : formatCount(rows)}
        most={formatCount(limits.rows)}
        share={rows === null ? null : rows / limits.rows}
      />
      <Limit name="Memory" used={null} most={`${limits.memory_mb} MB`} share={null} />
      {result === null ? null : (
        <Limit
          name="Read"
          used={`${formatCount(result.rows_read)} rows, ${formatBytes(result.bytes_read)}`}
          most={null}
          share={null}
        />
      )}
    </dl>
  );
}

type LimitProps = { name: string; used: string | null; most: string | null; share: number | null };

function Limit({ name, used, most, share }: LimitProps) {
  return (
    <div className="flex items-center gap-1.5">
      <dt>{name}</dt>
      <dd className="flex items-center gap-1.5">
        {used === null ? null : <b className="font-medium text-ink">{used}</b>}
        {most === null ? null : used === null ? `up to ${most}` : `of ${most}`}
        {share === null ? null : (
          <span aria-hidden="true" className="h-1 w-11 overflow-hidden rounded-bar bg-active">
            <i
              className={classNames("block h-full", share >= NEAR ? "bg-warn" : "bg-dye-indigo")}
              style={{ width: `${Math.min(1, share) * 100}%` }}
            />
          </span>
        )}
      </dd>
    </div>
  );
}

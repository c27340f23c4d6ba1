import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { countOf } from "@/lib/format/count";
import { originLines, versionsOf } from "@/lib/training/runs/run-origin-lines";

const FIRST_VERSIONS = 8;

/** Where a run was started: command, commit, machine, and versions. */
export function RunOriginSection({ origin }: Pick<TrainingRunDetail, "origin">) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = originLines(origin);
  const versions = versionsOf(origin);
  if (lines.length === 0 && versions.length === 0) return null;
  const shown = isWhole ? versions : versions.slice(0, FIRST_VERSIONS);
  return (
    <section aria-label="Where the run was started" className="border-t border-line">
      <h2 className="flex h-[34px] items-center px-4 font-medium max-md:px-3">Started by</h2>
      <dl className="grid gap-2 px-4 pb-3 text-small max-md:px-3">
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt className="flex items-center gap-1 text-micro text-ink-3">
              {label}
              {label === "Command" || label === "Commit" ? (
                <CopyButton
                  text={value.replace(/, with changes$/, "")}
                  label={`Copy the ${label.toLowerCase()}`}
                  copiedMessage={`${label} copied`}
                />
              ) : null}
            </dt>
            <dd className="line-clamp-[10] text-code [overflow-wrap:anywhere]" title={value}>
              {value}
            </dd>
          </div>
        ))}
        {shown.map(([name, version]) => (
          <div key={name} className="flex min-w-0 justify-between gap-3">
            <dt className="truncate text-ink-3">{name}</dt>
            <dd className="truncate text-code">{version}</dd>
          </div>
        ))}
      </dl>
      {shown.length === versions.length ? null : (
        <Button size="small" className="mx-4 mb-3 max-md:mx-3" onClick={() => setIsWhole(true)}>
          Show {countOf(versions.length - shown.length, "more version")}
        </Button>
      )}
    </section>
  );
}

"use client";

import { useState } from "react";
import { Select } from "@/components/form/select";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Callout } from "@/components/ui/callout";
import type { StorageSizes as Sizes } from "@/lib/api/contract/admin/service-info";
import { formatBytes } from "@/lib/format/bytes";
import { countOf, formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { FreedBytes } from "./freed-bytes";
import { diskNotice, diskText, keptText, totalBytes } from "./prepare-storage";

const KINDS = [
  ["Traces", "traces_bytes"],
  ["Objects", "objects_bytes"],
  ["Tables", "tables_bytes"],
  ["Files", "files_bytes"],
] as const;

/** Ages that a limit is tried with. */
const AGES_DAYS = [7, 30, 90, 180, 365] as const;
const AGES = [
  { value: "none", label: "not chosen" },
  ...AGES_DAYS.map((days) => ({ value: String(days), label: `older than ${countOf(days, "day")}` })),
];

/** Each project is counted with a request of its own: only the largest are. */
const MAX_COUNTED = 20;

/** What each project stores, how much space is left, and what a retention would free. */
export function StorageSizes({ sizes }: { sizes: Sizes }) {
  const { projects, project_count: count, disk } = sizes;
  const notice = diskNotice(disk?.state);
  const [days, setDays] = useState<number | null>(null);
  const largest = Math.max(1, ...projects.map(totalBytes));
  return (
    <section aria-label="Sizes of projects">
      {notice === null ? null : (
        <Callout tone={disk?.state === "full" ? "err" : "warn"} className="mx-4 my-3 max-w-[640px] max-md:mx-3">
          {notice}
        </Callout>
      )}
      <p className="max-w-[640px] px-4 py-3 text-small text-ink-2 max-md:px-3">{diskText(sizes)}</p>
      {projects.length === 0 ? (
        <p className="px-4 py-3 text-small text-ink-3 max-md:px-3">No project stores anything yet.</p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 px-4 pb-3 text-small text-ink-2 max-md:px-3">
            Show what removing calls would free:
            <Select
              label="Calls to remove"
              value={days === null ? "none" : String(days)}
              options={AGES}
              onChange={(value) => setDays(value === "none" ? null : Number(value))}
              className="h-(--ctl-h-small) w-44 text-small"
            />
            <span className="text-ink-3">Nothing is removed here; limits are set under Workspaces → Retention.</span>
          </div>
          <div className="overflow-x-auto">
            <SmallTable aria-label="Projects by size" className="md:min-w-[1090px]">
              <thead>
                <tr>
                  <SmallTableHeadCell>Project</SmallTableHeadCell>
                  <SmallTableHeadCell className="w-[90px] text-right max-md:w-[76px]">Calls</SmallTableHeadCell>
                  {KINDS.map(([label]) => (
                    <SmallTableHeadCell key={label} className="w-[90px] text-right max-md:hidden">
                      {label}
                    </SmallTableHeadCell>
                  ))}
                  <SmallTableHeadCell className="w-[160px] text-right max-md:w-[88px]">Total</SmallTableHeadCell>
                  <SmallTableHeadCell className="w-[110px] text-right max-md:hidden">Last 7 days</SmallTableHeadCell>
                  <SmallTableHeadCell
                    className={classNames("w-[150px] max-md:w-[92px]", days !== null && "max-md:hidden")}
                  >
                    Kept
                  </SmallTableHeadCell>
                  {days === null ? null : (
                    <SmallTableHeadCell className="w-[110px] text-right max-md:w-[92px]">Would free</SmallTableHeadCell>
                  )}
                </tr>
              </thead>
              <tbody>
                {projects.map((project, index) => (
                  <tr key={project.project_id}>
                    <SmallTableCell className="text-code" title={project.project_id}>
                      {project.project_id}
                    </SmallTableCell>
                    <SmallTableCell className="text-right">{formatCount(project.calls)}</SmallTableCell>
                    {KINDS.map(([label, member]) => (
                      <SmallTableCell key={label} className="text-right text-ink-2 max-md:hidden">
                        {project[member] === 0 ? "–" : formatBytes(project[member])}
                      </SmallTableCell>
                    ))}
                    <SmallTableCell className="text-right">
                      <span className="flex items-center justify-end gap-2">
                        <span className="h-1.5 w-14 bg-sunken max-md:hidden" aria-hidden="true">
                          <span
                            className="block h-full bg-vat-5"
                            style={{ width: `${(100 * totalBytes(project)) / largest}%` }}
                          />
                        </span>
                        <span className="min-w-16">{formatBytes(totalBytes(project))}</span>
                      </span>
                    </SmallTableCell>
                    <SmallTableCell className="text-right text-ink-2 max-md:hidden">
                      {project.week_bytes === 0 ? "–" : `+${formatBytes(project.week_bytes)}`}
                    </SmallTableCell>
                    <SmallTableCell className={classNames("text-ink-2", days !== null && "max-md:hidden")}>
                      {keptText(project)}
                    </SmallTableCell>
                    {days === null ? null : (
                      <SmallTableCell className="text-right">
                        {index < MAX_COUNTED ? (
                          <FreedBytes projectId={project.project_id} days={days} />
                        ) : (
                          <span className="text-ink-3">not counted</span>
                        )}
                      </SmallTableCell>
                    )}
                  </tr>
                ))}
              </tbody>
            </SmallTable>
          </div>
        </>
      )}
      {count > projects.length ? (
        <p className="px-4 py-3 text-small text-ink-3 max-md:px-3">
          {formatCount(count - projects.length)} smaller projects are not listed.
        </p>
      ) : null}
    </section>
  );
}

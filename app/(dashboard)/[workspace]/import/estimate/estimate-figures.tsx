"use client";

import { useQuery } from "@tanstack/react-query";
import { useEarlierImports } from "@/app/(dashboard)/[workspace]/import/earlier/use-earlier-imports";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { type ImportSize, importEstimate } from "./prepare-estimate";

type EstimateFiguresProps = { workspace: Workspace; size: ImportSize };

/** What an import will take, before it starts. */
export function EstimateFigures({ workspace, size }: EstimateFiguresProps) {
  // What a service does not say is left out of the estimate.
  const sizes = useQuery(serviceQuery(workspace.connectionId, "storage.sizes", undefined));
  const earlier = useEarlierImports(workspace);
  if (sizes.isPending || earlier.isPending) return <ProgressBar label="Estimating" />;
  const estimate = importEstimate(size, sizes.data ?? null, earlier.data?.imports ?? []);
  const figures = [{ value: formatCount(size.records), note: "records" }, estimate.size, estimate.time];
  return (
    <section aria-label="Estimate" className="grid gap-2">
      <h2 className="font-medium">Estimate</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] gap-x-5">
        {figures.map(({ value, note }) => (
          <div key={note} className="flex min-w-0 flex-col-reverse justify-end">
            <dt className="text-micro text-ink-3">{note}</dt>
            <dd className="text-[18px] leading-6 font-medium tracking-[-0.02em] whitespace-nowrap tabular-nums">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {estimate.isTight ? (
        <Callout tone="warn">This import may fill the disk. Make room before you start it.</Callout>
      ) : null}
    </section>
  );
}

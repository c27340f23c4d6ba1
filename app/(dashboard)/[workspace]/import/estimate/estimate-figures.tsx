"use client";

import { useQuery } from "@tanstack/react-query";
import { useEarlierImports } from "@/app/(dashboard)/[workspace]/import/earlier/use-earlier-imports";
import { Callout } from "@/components/ui/callout";
import { FigureList } from "@/components/ui/figure-list";
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
  return (
    <section aria-label="Estimate" className="grid gap-2">
      <h2 className="font-medium">Estimate</h2>
      <FigureList
        figures={[
          { value: formatCount(size.records), label: "records" },
          { value: estimate.size.value, label: estimate.size.note },
          { value: estimate.time.value, label: estimate.time.note },
        ]}
      />
      {estimate.isTight ? (
        <Callout tone="warn">This import may fill the disk. Make room before you start it.</Callout>
      ) : null}
    </section>
  );
}

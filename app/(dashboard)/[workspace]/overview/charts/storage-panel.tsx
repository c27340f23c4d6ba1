"use client";

import { useMemo } from "react";
import { Quantity } from "@/components/ui/quantity";
import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { CallFigures, CallGroup } from "@/lib/api/contract/calls/call-stats";
import { groupingOf, termOf } from "@/lib/calls/grouping";
import { formatBytes } from "@/lib/format/bytes";
import { formatShortShare } from "@/lib/format/share";
import { BarsPanel } from "./bars-panel";
import { prepareStorage, storageParts } from "./prepare-bars";

type StoragePanelProps = { group: CallGroup | undefined; totals: CallFigures; scope: TracesScope };

const byOp = groupingOf("op");

/** The storage size of each op's calls. */
export function StoragePanel({ group, totals, scope }: StoragePanelProps) {
  const storage = useMemo(() => prepareStorage(group, totals), [group, totals]);
  return (
    <BarsPanel
      title="Storage by op"
      total={formatBytes(storage.total)}
      summary={storage.summary}
      table={storage.table}
      fileName="storage-by-op"
      nothing="No data stored in this range."
      parts={storageParts}
      rows={storage.bars.map((bar) => ({
        key: bar.name,
        label: bar.name,
        value: <Quantity text={formatBytes(bar.value)} />,
        note: formatShortShare(bar.share),
        href: tracesHref(scope, { terms: [termOf(byOp, bar.name)] }),
        parts: bar.parts,
      }))}
    />
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { ServiceList } from "@/components/settings/service-list";
import { SettingsHead } from "@/components/settings/settings-head";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { DamagedTable } from "@/lib/api/contract/admin/service-info";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import { damageText, storageFoot } from "./prepare-storage";
import { StorageSizes } from "./storage-sizes";

/** The stored data that the embedded service cannot read, and what each project stores. */
export function StorageView() {
  const query = useQuery(serviceQuery("local", "storage.read", undefined));
  return (
    <>
      <SettingsHead />
      <ServiceList query={query} label="Stored data" skeletonRows={3} foot={({ damaged }) => storageFoot(damaged)}>
        {({ damaged }) => (
          <>
            <DamagedParts damaged={damaged} />
            <Sizes />
          </>
        )}
      </ServiceList>
    </>
  );
}

function Sizes() {
  const query = useQuery(serviceQuery("local", "storage.sizes", undefined));
  if (query.isError) {
    return (
      <Callout tone="err" className="mx-4 my-3 max-w-[640px] max-md:mx-3">
        The sizes of projects could not be read: {failureOf(query.error).message}
      </Callout>
    );
  }
  return query.data === undefined ? <SkeletonRows count={4} rowHeight={32} /> : <StorageSizes sizes={query.data} />;
}

function DamagedParts({ damaged }: { damaged: readonly DamagedTable[] }) {
  const text = damageText(damaged);
  if (text === null) {
    return (
      <p className="max-w-[640px] px-4 py-3 text-small text-ink-2 max-md:px-3">
        The embedded service can read all of its stored data. It checks this once a day and lists here what it cannot
        read.
      </p>
    );
  }
  return (
    <>
      <Callout tone="err" className="mx-4 my-3 max-w-[640px] max-md:mx-3">
        {text}
      </Callout>
      <SmallTable aria-label="Damaged parts">
        <thead>
          <tr>
            <SmallTableHeadCell>Table</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[110px] text-right">Parts</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[130px] text-right">Size</SmallTableHeadCell>
          </tr>
        </thead>
        <tbody>
          {damaged.map(({ table, part_count: count, bytes }) => (
            <tr key={table}>
              <SmallTableCell className="text-code">{table}</SmallTableCell>
              <SmallTableCell className="text-right">{formatCount(count)}</SmallTableCell>
              <SmallTableCell className="text-right">{formatBytes(bytes)}</SmallTableCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      <p className="max-w-[640px] px-4 py-3 text-small text-ink-2 max-md:px-3">
        To get rows back that are in a backup, stop Heddle and run{" "}
        <span className="text-code">npm run repair -- --from BACKUP</span>. To discard them, delete the folders that the
        service’s log names.
      </p>
    </>
  );
}

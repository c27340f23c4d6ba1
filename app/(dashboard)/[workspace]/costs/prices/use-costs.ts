"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  allRequest,
  type CostSelection,
  pageLength,
  pricePageRequest,
} from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-query";
import {
  countPrices,
  groupRecordsByModel,
  type PriceRecord,
  priceRecord,
  priceStatuses,
  providersOf,
  recordsByModel,
} from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { providerStyles, unknownProvider } from "@/app/(dashboard)/[workspace]/costs/records/provider-mark";
import { useCondition } from "@/app/(dashboard)/[workspace]/costs/records/use-condition";
import { type Spend, spentOn } from "@/app/(dashboard)/[workspace]/costs/spend/prepare-spend";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { PriceUnit } from "@/lib/format/price";
import type { Sort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PriceListRow } from "./costs-columns";
import type { Costs } from "./listed-prices";

interface CostsOptions extends Omit<CostSelection, "leftOut" | "condition"> {
  /** A query expression as typed; empty for none. */
  readonly where: string;
  readonly superseded: "shown" | "hidden";
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
  readonly per: PriceUnit;
  readonly fields: readonly string[];
  /** The spend by model, when available. */
  readonly spend: Spend | null;
}

const NO_RECORDS: readonly PriceRecord[] = [];

/** Returns query options of all price records of a workspace's project. */
export function priceRecordsQuery({ connectionId, projectId }: Workspace) {
  return serviceQuery(connectionId, "cost.query", allRequest(projectId));
}

/** Returns the list for the address, and all records, which determine the status of each. */
export function useCosts(workspace: Workspace, options: CostsOptions, nowMs: number): Costs {
  const { connectionId, projectId } = workspace;
  const { q, models, providers, where, superseded, sort, fields, per, spend } = options;
  const [limit, offset] = [pageLength(options.limit), Math.max(0, options.offset)];
  const all = useQuery(priceRecordsQuery(workspace));
  const records = useMemo(() => all.data?.results.map(priceRecord) ?? NO_RECORDS, [all.data]);
  // A price that was just stored takes effect before the next tick of the page's clock.
  const standingAtMs = Math.max(nowMs, all.dataUpdatedAt);
  const standing = useMemo(() => priceStatuses(records, standingAtMs), [records, standingAtMs]);
  const styles = useMemo(() => providerStyles(providersOf(records)), [records]);
  const isHiding = superseded === "hidden";
  const leftOut = useMemo(
    () => (isHiding ? [...standing].filter(([, how]) => how === "superseded").map(([id]) => id) : []),
    [isHiding, standing],
  );
  const typed = useCondition(where);
  const condition = typed.kind === "condition" ? typed.operand : null;
  const selection = { q, models, providers, condition, leftOut };
  const page = useQuery({
    ...serviceQuery(
      connectionId,
      "cost.query",
      pricePageRequest({ projectId, selection, fields, sort, limit, offset }),
    ),
    placeholderData: keepPreviousData,
    enabled: typed.kind !== "loading" && typed.kind !== "broken" && (!isHiding || all.data !== undefined),
  });
  const rows = useMemo((): readonly PriceListRow[] => {
    const shown = typed.kind === "broken" ? [] : (page.data?.results.slice(0, limit).map(priceRecord) ?? []);
    return groupRecordsByModel(shown, standing).map((row) => ({
      ...row,
      per,
      style: styles.get(row.record.provider) ?? unknownProvider,
      spentUsd: spend === null ? null : spentOn(spend, row.record.model),
    }));
  }, [page.data, typed.kind, limit, standing, styles, per, spend]);
  const failed = [page, all].find(({ isError, data }) => isError && data === undefined);
  return {
    rows,
    records,
    standing,
    styles,
    byModel: useMemo(() => recordsByModel(records), [records]),
    counts: all.data === undefined ? null : countPrices(records),
    problem: typed.kind === "broken" ? typed.message : null,
    hasMore: typed.kind !== "broken" && (page.data?.results.length ?? 0) > limit,
    limit,
    offset,
    isPending: typed.kind !== "broken" && page.data === undefined && !failed,
    isFetching: page.isFetching || all.isFetching,
    failure: failed ? failureOf(failed.error) : null,
    retry: () => {
      void all.refetch();
      void page.refetch();
    },
  };
}

import type {
  PriceCounts,
  PriceRecord,
  PriceStatus,
} from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import type { ProviderStyle } from "@/app/(dashboard)/[workspace]/costs/records/provider-mark";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { PriceListRow } from "./costs-columns";

/** All records of the project, for the filters and charts. */
export interface StoredPrices {
  readonly records: readonly PriceRecord[];
  readonly byModel: ReadonlyMap<string, readonly PriceRecord[]>;
  /** The status of each record, by id. */
  readonly standing: ReadonlyMap<string, PriceStatus>;
  /** The style of each provider. */
  readonly styles: ReadonlyMap<string, ProviderStyle>;
}

/** The part of the records that the list shows. */
export interface PricePage {
  readonly rows: readonly PriceListRow[];
  /** Null until all records are loaded. */
  readonly counts: PriceCounts | null;
  readonly hasMore: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly failure: ServiceFailure | null;
  /** Why the expression of the filter cannot be asked; there are then no rows. */
  readonly problem: string | null;
}

/** The list and the state of its request. */
export interface ListedPrices extends PricePage {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

export interface Costs extends StoredPrices, ListedPrices {}

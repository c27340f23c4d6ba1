import type {
  PriceCounts,
  PriceRecord,
  PriceStatus,
} from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import type { ProviderStyle } from "@/app/(dashboard)/[workspace]/costs/records/provider-mark";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { PriceListRow } from "./costs-columns";

/** All records of the project, which the filters offer and the charts draw. */
export interface StoredPrices {
  readonly records: readonly PriceRecord[];
  readonly byModel: ReadonlyMap<string, readonly PriceRecord[]>;
  /** How each record stands, by its id. */
  readonly standing: ReadonlyMap<string, PriceStatus>;
  /** How each provider is drawn. */
  readonly styles: ReadonlyMap<string, ProviderStyle>;
}

/** Which part of the records the list shows. */
export interface PricePage {
  readonly rows: readonly PriceListRow[];
  /** Null until all records are known. */
  readonly counts: PriceCounts | null;
  readonly hasMore: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly failure: ServiceFailure | null;
}

/** The list with how its request stands. */
export interface ListedPrices extends PricePage {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

export interface Costs extends StoredPrices, ListedPrices {}

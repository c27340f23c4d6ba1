import { BatchedRowWriter } from "@/service/traces/store/engine/batched-row-writer";
import type { Store } from "@/service/traces/store/engine/store";
import { costColumns, type StoredCost } from "@/service/traces/store/schema/schema-costs";
import { forgetPrices } from "./prices";

/** The only writer of prices in a process: what was read before a write is read again after it. */
export class PriceWriter extends BatchedRowWriter<StoredCost> {
  constructor(store: Store) {
    super(store, "costs", costColumns);
  }

  override async write(rows: readonly StoredCost[]): Promise<void> {
    try {
      await super.write(rows);
    } finally {
      forgetPrices();
    }
  }
}

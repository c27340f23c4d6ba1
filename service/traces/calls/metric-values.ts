import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { Query } from "@/service/traces/store/engine/store";
import type { Micros } from "@/service/traces/store/figures/figures-query";
import type { DetailRow } from "@/service/traces/store/figures/metric-details";
import type { MetricColumn } from "./metric-columns";

/** Values that sums do not contain, as the engine computed them from the calls. */
export class MetricDetails {
  readonly #columns: readonly MetricColumn[];
  readonly #rows: ReadonlyMap<string, DetailRow>;

  private constructor(columns: readonly MetricColumn[], rows: readonly DetailRow[]) {
    this.#columns = columns;
    this.#rows = new Map(rows.map((row) => [keyOf(row.bucket, row.model), row]));
  }

  /** @param query reads one value for each column; not sent when there are none */
  static async read(
    { store, signal }: Pick<HandlerContext, "store" | "signal">,
    columns: readonly MetricColumn[],
    query: () => Query,
  ): Promise<MetricDetails> {
    const rows = columns.length === 0 ? [] : await store.read<DetailRow>({ ...query(), signal });
    return new MetricDetails(columns, rows);
  }

  /** The value of a column in a bucket; undefined when it was not read, or has no call. */
  valueOf(column: MetricColumn, bucket: Micros, model = ""): number | null | undefined {
    const at = this.#columns.indexOf(column);
    return at < 0 ? undefined : this.#rows.get(keyOf(bucket, model))?.found[at];
  }
}

const keyOf = (bucket: Micros, model: string): string => `${bucket} ${model}`;

import { LRUCache } from "lru-cache";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import type { Store } from "@/service/traces/store/engine/store";
import { HOUR_MICROS, type Micros } from "@/service/traces/store/figures/figures-query";
import { ROLLUP_WIDTHS } from "@/service/traces/store/schema/schema-rollups";

/** About how many calls of a range are in rollups, and the number of values of the key with most of them. */
export interface RolledContent {
  readonly calls: number;
  readonly values: number;
}

/** Whole hours of a project's rollups. */
interface RolledHours {
  readonly projectId: string;
  readonly from: Micros;
  readonly to: Micros;
  /** Conditions on ops and sources. */
  readonly conditions: readonly CallCondition[];
}

const MAX_REMEMBERED = 200;

/** Counts what rollups contain of a range of hours. The same hours are counted again only when rollups were added. */
export class RolledContents {
  readonly #remembered = new LRUCache<string, RolledContent>({ max: MAX_REMEMBERED });

  /**
   * @param watermark of the rollups when it begins
   * @param isReplaced true while rollups of an hour may be away for a moment
   */
  async of(
    store: Store,
    range: RolledHours,
    { watermark, isReplaced, signal }: { watermark: number; isReplaced: boolean; signal: AbortSignal },
  ): Promise<RolledContent> {
    const from = Math.floor(range.from / HOUR_MICROS) * HOUR_MICROS;
    const to = Math.ceil(range.to / HOUR_MICROS) * HOUR_MICROS;
    const conditions = range.conditions.map(({ sql }) => ` AND (${sql})`).join("");
    const values = Object.assign({}, ...range.conditions.map(({ params }) => params));
    const key = JSON.stringify([watermark, from, to, range.projectId, conditions, values]);
    const remembered = this.#remembered.get(key);
    if (remembered !== undefined && !isReplaced) return remembered;
    const [counted] = await store.read<RolledContent>({
      sql: `SELECT sum(call_rollups.calls) AS calls, greatest(uniqExact(op_name), uniqExact(user_id)) AS values
FROM call_rollups WHERE project_id = {projectId:String} AND width = ${ROLLUP_WIDTHS[0]} AND form < 2
  AND start >= {first:Int64} AND start < {end:Int64}${conditions}`,
      params: { ...values, projectId: range.projectId, first: from / 1e6, end: to / 1e6 },
      signal,
    });
    const content = counted ?? { calls: 0, values: 0 };
    if (!isReplaced) this.#remembered.set(key, content);
    return content;
  }
}

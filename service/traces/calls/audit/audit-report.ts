import type {
  AuditDifference,
  AuditLeftOut,
  AuditSummary,
  auditPlaces,
  leftOutReasons,
} from "@/lib/api/contract/costs/cost-audit";

type Place = (typeof auditPlaces)[number];
type Reason = (typeof leftOutReasons)[number];

/** Counts everything that an audit finds, and passes on the first of each kind. */
export class AuditReport {
  readonly #limit: number;
  readonly #differences: Record<Place, number> = { call: 0, figures: 0, rollups: 0 };
  readonly #leftOut: Record<Reason, number> = { reported_below: 0, reported_twice: 0, no_price: 0, cost_differs: 0 };

  /** @param limit the most lines of each place and of each reason */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns those that are listed. */
  differences(found: readonly AuditDifference[]): AuditDifference[] {
    return found.filter(({ place }) => {
      this.#differences[place] += 1;
      return this.#differences[place] <= this.#limit;
    });
  }

  /** Returns those that are listed. */
  leftOut(found: readonly AuditLeftOut[]): AuditLeftOut[] {
    return found.filter(({ reason }) => {
      this.#leftOut[reason] += 1;
      return this.#leftOut[reason] <= this.#limit;
    });
  }

  get counts(): Pick<AuditSummary, "difference_counts" | "left_out_counts"> {
    return { difference_counts: { ...this.#differences }, left_out_counts: { ...this.#leftOut } };
  }
}

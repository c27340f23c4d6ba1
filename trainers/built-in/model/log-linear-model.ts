import { VOCABULARY } from "@/trainers/built-in/conversation/conversation-bytes";
import { FEATURE_COUNT } from "./context-features";

/** Rows of the weights of this project's models: 2^14 rows of 256 numbers, 16.8 MB. */
export const ROW_COUNT = 16_384;

/**
 * A log-linear language model over bytes (maximum entropy, "softmax regression"):
 * p(v | context) = exp(s_v) / sum_u exp(s_u), with s_v = sum over the active features f of W[f, v].
 * Its log-likelihood is concave in W, and its gradient is exact: d log p(y) / d W[f, v] = [v = y] - p(v).
 */
export class LogLinearModel {
  /** Row-major, `rowCount` rows of `VOCABULARY` numbers. */
  readonly weights: Float32Array;

  /** @param rowCount a power of two */
  constructor(
    readonly rowCount: number,
    weights?: Float32Array,
  ) {
    if (rowCount < 1 || (rowCount & (rowCount - 1)) !== 0) {
      throw new RangeError(`The number of rows must be a power of two, not ${rowCount}.`);
    }
    if (weights && weights.length !== rowCount * VOCABULARY) {
      throw new RangeError(`${rowCount} rows need ${rowCount * VOCABULARY} weights, not ${weights.length}.`);
    }
    this.weights = weights ?? new Float32Array(rowCount * VOCABULARY);
  }

  copy(): LogLinearModel {
    return new LogLinearModel(this.rowCount, this.weights.slice());
  }

  /**
   * Natural logarithms of the probabilities of all 256 bytes.
   *
   * @param rows row numbers of the active features, `FEATURE_COUNT` from `offset` on
   * @param out takes the 256 logarithms
   */
  logProbabilities(rows: Uint32Array, offset: number, out: Float64Array): void {
    const weights = this.weights;
    out.fill(0);
    for (let feature = 0; feature < FEATURE_COUNT; feature += 1) {
      const from = (rows[offset + feature] as number) * VOCABULARY;
      for (let byte = 0; byte < VOCABULARY; byte += 1)
        out[byte] = (out[byte] as number) + (weights[from + byte] as number);
    }
    let highest = Number.NEGATIVE_INFINITY;
    for (let byte = 0; byte < VOCABULARY; byte += 1) highest = Math.max(highest, out[byte] as number);
    let sum = 0;
    for (let byte = 0; byte < VOCABULARY; byte += 1) sum += Math.exp((out[byte] as number) - highest);
    const logSum = highest + Math.log(sum);
    for (let byte = 0; byte < VOCABULARY; byte += 1) out[byte] = (out[byte] as number) - logSum;
  }
}

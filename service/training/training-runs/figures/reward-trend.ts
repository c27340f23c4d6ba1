import { type Residuals, SeriesSums } from "./series-sums";

/** The mean reward of one iteration, with what is known of its noise. */
export interface RewardedIteration {
  readonly reward: number;
  /** Standard error of the mean, with its degrees of freedom; null where groups do not give it. */
  readonly error: { readonly standardError: number; readonly degrees: number } | null;
  /** Standard deviation of single rewards; null where they are not known. */
  readonly deviation: number | null;
}

/** A change of the mean reward that holds at each look: its interval is right however often it is asked for. */
interface Change {
  readonly change: number;
  readonly low: number;
  readonly high: number;
}

/** The last third of a run against a first window. */
export interface Direction extends Change {
  readonly firstWindow: number;
  readonly lastWindow: number;
  readonly first: number;
  readonly last: number;
  readonly z: number;
  /** Of all first windows that were compared, the one farthest from 0. */
  readonly strongestZ: number;
  /** A z beyond this one is a direction. */
  readonly limit: number;
  readonly degrees: number;
  /** Standard deviation of the noise of one iteration. */
  readonly noise: number;
}

/** A fall from the best window, of twice as many iterations as the last one; `low` and `high` are those of the fall. */
export interface Fall {
  /** z less what the search for the best window would give by chance. */
  readonly q: number;
  readonly window: number;
  readonly bestFrom: number;
  readonly best: number;
  readonly last: number;
  readonly fall: number;
  readonly low: number;
  readonly high: number;
}

/** Why nothing can be said yet, and from which number of iterations on it can. */
export interface Shortage {
  readonly iterations: number;
  readonly why: "only-means" | "few-groups" | "scatter";
}

export interface Trend {
  readonly kind: "rising" | "falling" | "fell" | "flat" | "cannot_tell";
  readonly iterations: number;
  /** The number of iterations after which this kind appeared. */
  readonly since: number;
  readonly shortage: Shortage | null;
  readonly direction: Direction | null;
  readonly fall: Fall | null;
  /** The change within the later half; null below 18 iterations. */
  readonly laterHalf: Change | null;
  /** A change within ± this margin is none that matters; null while it is not known. */
  readonly margin: number | null;
  /** Outlying values that were limited. */
  readonly limited: number;
}

/** From here on |z| is a direction: calibrated so that pure noise gets a word in at most 5 % of runs (docs/adr/0071). */
const LIMITS = { grouped: 3.6, logged: 3.9 } as const;
const FALL_LIMIT = 2.25;
/** From this length on a limit grows with the logarithm of the length, so that ever more looks do not add up. */
const LONG_RUN = 300;
const LIMIT_GROWTH = 0.1;
/** A word stays until its statistic is below these, so that it does not flicker. */
const KEPT_DIRECTION = 2.5;
const KEPT_FALL = 1;
const KEPT_FLAT = 1.25;
/** The margin as a share of the spread of single rewards, or of the scatter of iterations where that is not known. */
const MARGIN_OF_REWARDS = 0.2;
const MARGIN_OF_SCATTER = 1;
const MIN_LOGGED = 20;
const MIN_GROUPED = 5;
const MIN_DEGREES = 6;
const MIN_WINDOW = 4;
const MAX_AUTOCORRELATION = 0.8;
/** Values farther than this many local deviations from the median of the ones before are limited. */
const MAX_DEVIATIONS = 4;
const VALUES_BEFORE = 7;
/** The mean and the median of |x − y| for two normal values of deviation 1. */
const MEAN_STEP = 1.128;
const MEDIAN_STEP = 0.954;
/** The noise of one iteration is at least this share of the range of all. */
const MIN_NOISE_SHARE = 0.01;

/** The relative variance of a mean of n squared second differences of normal values is 35/9 by n. */
const BEND_ERROR = 35 / 9;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Returns the normal z with the same tail as Student's t (Wallace 1959). */
export function zOfT(t: number, degrees: number): number {
  const scale = (8 * degrees + 1) / (8 * degrees + 3);
  return Math.sign(t) * Math.sqrt(degrees * Math.log1p((t * t) / degrees)) * scale;
}

/** Returns Student's t with the same tail as a normal z ≥ 0: the inverse of {@link zOfT}. */
export function tOfZ(z: number, degrees: number): number {
  const scaled = (z * (8 * degrees + 3)) / (8 * degrees + 1);
  return Math.sqrt(degrees * Math.expm1((scaled * scaled) / degrees));
}

const limitOf = (kind: keyof typeof LIMITS, count: number) =>
  LIMITS[kind] + LIMIT_GROWTH * Math.max(0, Math.log10(count / LONG_RUN));

interface Noise {
  readonly variance: number;
  readonly degrees: number;
  readonly limit: number;
}

const isShortage = (noise: Noise | Shortage): noise is Shortage => "why" in noise;

type Word = "rising" | "falling" | "fell";

/** What the best of all windows is above the others by chance, in standard errors. */
const penaltyOf = (count: number, window: number) => 2 * Math.sqrt(Math.log(count / window));

/**
 * The trend of the mean reward, looked at after each iteration: the rule of docs/adr/0071-verdicts-of-training.md. An
 * iteration costs O(log n), most of it comparisons: a statistic that cannot reach its limit is not computed.
 */
export class RewardTrend {
  readonly #raw: number[] = [];
  #sums = new SeriesSums();
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;
  /** Sum of the steps of the raw values, and how many of them are 0. */
  #steps = 0;
  #unmoved = 0;
  #limited = 0;
  #isGrouped = true;
  #degrees = 0;
  #weight = 0;
  #within = 0;
  readonly #rewardVariance = { sum: 0, count: 0 };
  /** From 20 iterations on. */
  #residuals: Residuals = { squares: 0, products: 0 };
  /** By log₂ of w / 4: the best window of 2w iterations that ended at least w iterations ago. */
  readonly #bestMeans: number[] = [];
  readonly #bestFroms: number[] = [];
  /** By log₂ of w / 4: the penalty of an earlier number of iterations, which is at most that of now. */
  readonly #leastPenalties: number[] = [];
  /** The noise as it was after each number of iterations; NaN where too little was known. */
  readonly #variancesThen: number[] = [Number.NaN];
  readonly #degreesThen: number[] = [Number.NaN];
  #noise: Noise | Shortage = { iterations: MIN_LOGGED, why: "only-means" };
  #held: Word | null = null;
  #kind: Trend["kind"] | null = null;
  #since = 0;

  /** Adds the next iteration with a reward and returns the kind of the trend after it. */
  add({ reward, error, deviation }: RewardedIteration): Trend["kind"] {
    this.#addValue(reward);
    this.#isGrouped &&= error !== null && error.degrees >= 1;
    if (error !== null) {
      this.#weight += error.degrees;
      this.#within += error.degrees * error.standardError ** 2;
      // An iteration without any spread says nothing about the noise.
      if (error.standardError > 0) this.#degrees += error.degrees;
    }
    if (deviation !== null) {
      this.#rewardVariance.sum += deviation ** 2;
      this.#rewardVariance.count += 1;
    }
    const kind = this.#judge();
    if (this.#kind !== kind) this.#since = this.#sums.length;
    this.#kind = kind;
    return kind;
  }

  #addValue(reward: number): void {
    const index = this.#raw.length;
    if (index === VALUES_BEFORE) this.#limitFirst();
    const limited = index < VALUES_BEFORE ? reward : this.#limit(reward);
    const before = this.#raw[index - 1];
    if (before !== undefined) {
      this.#steps += Math.abs(reward - before);
      if (reward === before) this.#unmoved += 1;
    }
    this.#raw.push(reward);
    this.#push(limited, reward);
  }

  #push(value: number, raw: number): void {
    this.#sums.push(value);
    this.#low = Math.min(this.#low, value);
    this.#high = Math.max(this.#high, value);
    if (value !== raw) this.#limited += 1;
  }

  /** Limits the first values once, around their median. */
  #limitFirst(): void {
    const steps = this.#raw.slice(1).map((value, index) => Math.abs(value - (this.#raw[index] ?? value)));
    const reach = (MAX_DEVIATIONS * medianOf(steps)) / MEDIAN_STEP;
    if (reach === 0) return;
    const centre = medianOf(this.#raw);
    this.#sums = new SeriesSums();
    [this.#low, this.#high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of this.#raw) this.#push(clamp(value, centre - reach, centre + reach), value);
  }

  #limit(reward: number): number {
    const steps = this.#raw.length - 1;
    const reach = (MAX_DEVIATIONS * this.#steps) / steps / MEAN_STEP;
    // Rewards that are rare are not outliers.
    if (reach === 0 || 2 * this.#unmoved > steps) return reward;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let index = this.#raw.length - VALUES_BEFORE; index < this.#raw.length; index++) {
      const value = this.#raw[index] ?? 0;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    // Within reach of all values before is within reach of their median.
    if (reward >= highest - reach && reward <= lowest + reach) return reward;
    const centre = medianOf(this.#raw.slice(-VALUES_BEFORE));
    return clamp(reward, centre - reach, centre + reach);
  }

  /** The variance of one iteration as it counts in means of many, with its autocorrelation raised by a slack. */
  #lineVariance(slack: number): {
    readonly variance: number;
    readonly autocorrelation: number;
    readonly scatter: number;
  } {
    const count = this.#sums.length;
    const third = count / 3;
    const { squares, products } = this.#residuals;
    // Fits to short parts make the autocorrelation look smaller than it is.
    const found = squares > 0 ? (products / squares + 2 / third) / Math.max(0.3, 1 - 4 / third) : MAX_AUTOCORRELATION;
    const autocorrelation = clamp(clamp(found, -1, 1) + slack, 0, MAX_AUTOCORRELATION);
    const factor = (1 + autocorrelation) / (1 - autocorrelation);
    const lost = Math.max(0.2, 1 - (2 * (factor - 1)) / Math.max(1, third - 2));
    const scatter = squares / (count - 6);
    return { variance: (scatter * factor) / lost, autocorrelation, scatter };
  }

  /** The noise of residuals from lines; `least` is the variance that is known of the groups. */
  #noiseOfLines(least: number, floor: number): Noise {
    const count = this.#sums.length;
    const { variance, autocorrelation: phi, scatter } = this.#lineVariance(1 / Math.sqrt(count) + 4 / count);
    // The autocorrelation of residuals that are next to nothing says nothing about how many independent ones there are.
    const degrees = scatter <= floor ? count - 3 : Math.max(1, (count * (1 - phi)) / (1 + phi) - 3);
    return { variance: Math.max(variance, least, floor), degrees, limit: limitOf("logged", count) };
  }

  #noiseNow(): Noise | Shortage {
    const count = this.#sums.length;
    if (count >= MIN_LOGGED) this.#residuals = this.#sums.residualsOfThirds();
    const floor = (MIN_NOISE_SHARE * (this.#high - this.#low)) ** 2;
    if (!this.#isGrouped)
      return count < MIN_LOGGED ? { iterations: MIN_LOGGED, why: "only-means" } : this.#noiseOfLines(0, floor);
    if (count < MIN_GROUPED || this.#degrees < MIN_DEGREES) {
      const needed = Math.ceil((MIN_DEGREES * count) / Math.max(1, this.#degrees));
      return { iterations: Math.max(MIN_GROUPED, needed), why: "few-groups" };
    }
    const within = this.#within / this.#weight;
    if (count < MIN_LOGGED) {
      // A curve makes steps differ, but hardly the steps' steps: without them a fast learner would count as noisy.
      if (this.#sums.bendVariance() > within * (1 + 2 * Math.sqrt(BEND_ERROR / (count - 2))))
        return { iterations: MIN_LOGGED, why: "scatter" };
      const steps = this.#sums.stepVariance();
      return { variance: Math.max(steps, within, floor), degrees: this.#degrees, limit: limitOf("grouped", count) };
    }
    if (this.#lineVariance(0).variance > within * (1 + 2 * Math.sqrt(2 / (count - 6))))
      return this.#noiseOfLines(within, floor);
    const { variance } = this.#lineVariance(0.5 / Math.sqrt(count));
    const degrees = Math.min(this.#degrees, count - 3);
    return { variance: Math.max(variance, within, floor), degrees, limit: limitOf("grouped", count) };
  }

  /**
   * Remembers the best window of 2w iterations for each w, and returns the q of the clearest fall where that is at least
   * `least`, which is positive; otherwise something less.
   */
  #clearestQ(least: number): number {
    const count = this.#sums.length;
    let clearest = Number.NEGATIVE_INFINITY;
    for (let size = 0, w = MIN_WINDOW; 3 * w <= count; size++, w *= 2) {
      const mean = this.#sums.mean(count - 3 * w, count - w);
      const best = this.#bestMeans[size];
      if (best === undefined || mean > best) {
        this.#bestMeans[size] = mean;
        this.#bestFroms[size] = count - 3 * w;
      }
      const fall = (this.#bestMeans[size] ?? mean) - this.#sums.mean(count - w, count);
      // A z is smaller than its t, and a penalty grows with the run. NaN, an unknown variance, is not above anything.
      const bound = least + (this.#leastPenalties[size] ?? 0);
      const variance = this.#variancesThen[count - w] ?? Number.NaN;
      if (!(fall > 0 && fall * fall * w > bound * bound * variance * 1.5)) continue;
      this.#leastPenalties[size] = penaltyOf(count, w);
      const q = this.#fallAt(size)?.q ?? Number.NEGATIVE_INFINITY;
      if (q > clearest) clearest = q;
    }
    return clearest;
  }

  /** The clearest fall from a best window, by the noise before the fall: a fall must not inflate its own noise. */
  #clearestFall(): Fall | null {
    let clearest: Fall | null = null;
    for (let size = 0; size < this.#bestMeans.length; size++) {
      const fall = this.#fallAt(size);
      if (fall !== null && fall.q > (clearest?.q ?? Number.NEGATIVE_INFINITY)) clearest = fall;
    }
    return clearest;
  }

  #fallAt(size: number): Fall | null {
    const count = this.#sums.length;
    const window = MIN_WINDOW * 2 ** size;
    const variance = this.#variancesThen[count - window] ?? Number.NaN;
    const degrees = this.#degreesThen[count - window] ?? Number.NaN;
    const [best, bestFrom] = [this.#bestMeans[size], this.#bestFroms[size]];
    if (best === undefined || bestFrom === undefined || Number.isNaN(degrees)) return null;
    const last = this.#sums.mean(count - window, count);
    const error = Math.sqrt((variance * 1.5) / window);
    const penalty = penaltyOf(count, window);
    const fall = best - last;
    const reach = tOfZ(FALL_LIMIT + penalty, degrees) * error;
    return {
      q: (error > 0 ? zOfT(fall / error, degrees) : 0) - penalty,
      window,
      bestFrom,
      best,
      last,
      fall,
      low: fall - reach,
      high: fall + reach,
    };
  }

  /** The z of the last third against the first iterations. */
  #zAgainst(firstWindow: number, { variance, degrees }: Noise): number {
    const count = this.#sums.length;
    const lastWindow = Math.floor(count / 3);
    const error = Math.sqrt(variance * (1 / lastWindow + 1 / firstWindow));
    if (error === 0) return 0;
    return zOfT((this.#sums.mean(count - lastWindow, count) - this.#sums.mean(0, firstWindow)) / error, degrees);
  }

  /**
   * The first window from which the last third differs most, the first third or half, a quarter … of it, where |z| is at
   * least `least`; otherwise a z of 0, of the third.
   */
  #strongest(noise: Noise, least: number): { readonly z: number; readonly firstWindow: number } {
    const count = this.#sums.length;
    const third = Math.floor(count / 3);
    const last = this.#sums.mean(count - third, count);
    const bound = least * least * noise.variance;
    let z = 0;
    let firstWindow = third;
    for (let parts = 3, window = third; parts === 3 || window >= MIN_WINDOW; window = Math.floor(count / parts)) {
      const gap = last - this.#sums.mean(0, window);
      // A z is smaller than its t.
      if (gap * gap > bound * (1 / third + 1 / window)) {
        const one = this.#zAgainst(window, noise);
        if (Math.abs(one) > Math.abs(z)) {
          z = one;
          firstWindow = window;
        }
      }
      parts *= 2;
    }
    return { z, firstWindow };
  }

  #changeSince(firstWindow: number, { variance, degrees, limit }: Noise): Change {
    const count = this.#sums.length;
    const lastWindow = Math.floor(count / 3);
    const change = this.#sums.mean(count - lastWindow, count) - this.#sums.mean(0, firstWindow);
    const reach = tOfZ(limit, degrees) * Math.sqrt(variance * (1 / lastWindow + 1 / firstWindow));
    return { change, low: change - reach, high: change + reach };
  }

  #direction(noise: Noise): Direction {
    const count = this.#sums.length;
    const lastWindow = Math.floor(count / 3);
    const strongest = this.#strongest(noise, 0);
    const firstWindow = this.#held === null ? lastWindow : strongest.firstWindow;
    return {
      firstWindow,
      lastWindow,
      first: this.#sums.mean(0, firstWindow),
      last: this.#sums.mean(count - lastWindow, count),
      ...this.#changeSince(firstWindow, noise),
      z: this.#zAgainst(firstWindow, noise),
      strongestZ: strongest.z,
      limit: noise.limit,
      degrees: noise.degrees,
      noise: Math.sqrt(noise.variance),
    };
  }

  #laterHalf({ variance, degrees, limit }: Noise): Change | null {
    const count = this.#sums.length;
    const half = Math.floor(count / 2);
    if (half < 9) return null;
    const third = Math.floor(half / 3);
    const change = this.#sums.mean(count - third, count) - this.#sums.mean(count - half, count - half + third);
    const reach = tOfZ(limit, degrees) * Math.sqrt((variance * 2) / third);
    return { change, low: change - reach, high: change + reach };
  }

  #margin(): number | null {
    const { sum, count } = this.#rewardVariance;
    if (count > 0) return MARGIN_OF_REWARDS * Math.sqrt(sum / count);
    const { length } = this.#sums;
    return length < MIN_LOGGED ? null : MARGIN_OF_SCATTER * Math.sqrt(this.#residuals.squares / (length - 6));
  }

  #judge(): Trend["kind"] {
    const noise = this.#noiseNow();
    this.#noise = noise;
    const isShort = isShortage(noise);
    this.#variancesThen.push(isShort ? Number.NaN : noise.variance);
    this.#degreesThen.push(isShort ? Number.NaN : noise.degrees);
    const q = this.#clearestQ(this.#held === "fell" ? KEPT_FALL : FALL_LIMIT);
    if (isShort) {
      this.#held = q > FALL_LIMIT ? "fell" : null;
      return this.#held ?? "cannot_tell";
    }
    this.#held = this.#wordOf(noise, q);
    return this.#held ?? (this.#isFlat(noise) ? "flat" : "cannot_tell");
  }

  /** The fall or direction that appears, or that stays because its statistic is still large. */
  #wordOf(noise: Noise, q: number): Word | null {
    const held = this.#held;
    const { limit } = noise;
    if (q > FALL_LIMIT || (held === "fell" && q >= KEPT_FALL)) return "fell";
    const isDirected = held === "rising" || held === "falling";
    const { z } = this.#strongest(noise, isDirected ? KEPT_DIRECTION : limit);
    if (z > limit || (held === "rising" && z >= KEPT_DIRECTION)) return "rising";
    if (z < -limit || (held === "falling" && z <= -KEPT_DIRECTION)) return "falling";
    return null;
  }

  /** True if the interval of the change since the first third lies within the margin. */
  #isFlat(noise: Noise): boolean {
    const margin = this.#margin();
    if (margin === null) return false;
    const { low, high } = this.#changeSince(Math.floor(this.#sums.length / 3), noise);
    return Math.max(-low, high) <= margin * (this.#kind === "flat" ? KEPT_FLAT : 1);
  }

  /** The trend after the last iteration, with its figures; null without iterations. */
  get now(): Trend | null {
    if (this.#kind === null) return null;
    const noise = isShortage(this.#noise) ? null : this.#noise;
    return {
      kind: this.#kind,
      iterations: this.#sums.length,
      since: this.#since,
      shortage: isShortage(this.#noise) ? this.#noise : null,
      direction: noise && this.#direction(noise),
      fall: this.#clearestFall(),
      laterHalf: noise && this.#laterHalf(noise),
      margin: noise && this.#margin(),
      limited: this.#limited,
    };
  }
}

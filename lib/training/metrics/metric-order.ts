/** A meaning that trainers give different names, with the patterns of those names. */
interface Meaning {
  readonly label: string;
  /** The preferred name first. */
  readonly names: readonly RegExp[];
}

/**
 * What one looks at first in a run of reinforcement learning, in this order. Names are those of Heddle's trainers, TRL,
 * verl, prime-rl, slime and ART, without their prefixes.
 */
const MEANINGS: readonly Meaning[] = [
  { label: "Reward mean", names: [/^figure:reward$/, /(^|[/.])(raw_)?rewards?([/_.]mean)?$/, /(^|\/)score\/mean$/] },
  { label: "Evaluation score", names: [/^figure:evaluation$/] },
  { label: "Loss", names: [/(^|[/.])loss$/, /(^|[/.])(policy|pg|actor)_loss$/, /(^|[/.])loss\/mean$/] },
  {
    label: "KL",
    names: [/(^|[/._])kl(_policy_ref|_ref|_div|_loss|_mean)?$/, /(^|[/._])(ppo|mismatch)_kl/, /\/kl\/mean$/],
  },
  { label: "Entropy", names: [/(^|[/.])(policy_)?entropy(_loss)?(\/mean)?$/] },
  { label: "Clip fraction", names: [/clip_?(frac|fraction)$/, /clip_ratio\/(region_)?mean$/] },
  { label: "Gradient norm", names: [/grad(ient)?_norm(\/mean)?$/] },
  {
    label: "Reply length",
    names: [/(completions\/mean_length|completion_length|response_length\/mean|response_len\/mean|seq_len\/mean)$/],
  },
  {
    label: "Truncated",
    names: [/(completions\/clipped_ratio|response_length\/clip_ratio|truncated(_ratio)?(\/mean)?)$/],
  },
  { label: "Groups with signal", names: [/^figure:signal$/, /frac_reward_zero_std$/, /num_groups_trainable$/] },
  { label: "pass@k", names: [/pass[@_]\d*k?/, /(best|mean|maj)@\d+/] },
  {
    label: "Steps off policy",
    names: [/steps_off_policy$/, /(^|\/)off_policy(_level)?(\/all)?\/mean$/, /trajectory_staleness\/mean$/],
  },
  { label: "Tokens per second", names: [/tokens?_per_sec(ond)?$/, /throughput$/, /tokens\/s(ec(ond)?)?$/] },
];

/** Spreads and bounds of a metric are not the metric itself. */
const IS_SPREAD = /std|spread|variance|[/_](min|max)$/;

/** Returns the display name of a metric by its name; null for one that only its trainer knows. */
export function meaningOf(name: string): string | null {
  if (IS_SPREAD.test(name) && !/zero_std$/.test(name)) return null;
  return MEANINGS.find(({ names }) => names.some((pattern) => pattern.test(name)))?.label ?? null;
}

/** Metrics with the same prefix, in order. */
export interface MetricSection {
  /** The part before the first slash; empty for names without one. `__proto__` is a prefix like any other. */
  readonly prefix: string;
  readonly keys: readonly string[];
}

/** The metrics of a run in the order of its page. */
export interface MetricOrder {
  /** One for each meaning of the list above, in its order. */
  readonly first: readonly string[];
  readonly sections: readonly MetricSection[];
}

const METRIC = "metric:";

/** Returns the name of a metric as its program wrote it. */
export const metricName = (key: string): string => (key.startsWith(METRIC) ? key.slice(METRIC.length) : key);

/** Returns the prefix of a metric; empty without one. Figures of the service have none. */
export function prefixOf(key: string): string {
  if (!key.startsWith(METRIC)) return "";
  const name = metricName(key);
  const slash = name.indexOf("/");
  return slash <= 0 ? "" : name.slice(0, slash);
}

const byName = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Returns metrics in the order in which practitioners look at them: one for each of the usual meanings, then all others
 * by prefix, by name.
 *
 * @param keys `figure:NAME` for figures of the service, `metric:NAME` for metrics that a trainer reports
 */
export function orderMetrics(keys: readonly string[]): MetricOrder {
  const first: string[] = [];
  for (const { names } of MEANINGS) {
    const usual = keys.filter((key) => !IS_SPREAD.test(key) || /zero_std$/.test(key));
    const found = names
      .map((pattern) => usual.find((key) => pattern.test(key.startsWith(METRIC) ? metricName(key) : key)))
      .find((key) => key !== undefined && !first.includes(key));
    if (found !== undefined) first.push(found);
  }
  const sections = new Map<string, string[]>();
  for (const key of keys.filter((one) => !first.includes(one)).sort(byName)) {
    const prefix = prefixOf(key);
    sections.set(prefix, [...(sections.get(prefix) ?? []), key]);
  }
  return {
    first,
    sections: [...sections]
      .sort(([left], [right]) => byName(left, right))
      .map(([prefix, own]) => ({ prefix, keys: own })),
  };
}

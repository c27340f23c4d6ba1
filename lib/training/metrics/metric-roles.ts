import { orderPaths } from "./metric-hints";

/** A metric that trainers report under different names. */
interface MetricRole {
  readonly label: string;
  /** Patterns of its names, the preferred one first. */
  readonly names: readonly RegExp[];
}

/** The metrics that show whether a job works, in the order in which they are drawn. */
const ROLES: readonly MetricRole[] = [
  { label: "Reward mean", names: [/^reward$/, /(^|\/)reward(\/mean|_mean)?$/] },
  { label: "Loss", names: [/^loss$/, /^loss\/train$/, /^policy_loss$/, /(^|[./_])loss$/] },
  { label: "KL", names: [/(^|[./_])kl_(policy_)?ref$/, /(^|[./_])kl$/, /(^|[./_])kl[_/]?(div|mean)?$/, /(^|[./_])kl/] },
  { label: "Entropy", names: [/^entropy$/, /(^|[./_])entropy$/] },
  { label: "Gradient norm", names: [/(^|[./_])grad(ient)?_norm$/] },
  { label: "Tokens per second", names: [/tokens_per_second$/, /tokens\/s(econd)?$/] },
  { label: "Tokens", names: [/^num_trainable_tokens$/, /(^|[./_])(train_)?tokens$/, /trainer_tokens$/] },
];

const MAX_ROLES = 6;

/** The metrics of a job in the order of their charts. */
export interface MetricLayout {
  /** Drawn at once. */
  readonly main: readonly string[];
  /** Drawn on request. */
  readonly more: readonly string[];
  /** Metrics with the same value at every step: a chart would show a flat line. */
  readonly constant: readonly string[];
}

type Path = { readonly path: string; readonly isConstant: boolean };

function rolePaths(paths: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const { names } of ROLES) {
    const path = names.flatMap((name) => paths.find((one) => name.test(one) && !found.includes(one)) ?? [])[0];
    // Tokens are drawn only if another of the metrics is missing.
    if (path !== undefined && found.length < MAX_ROLES) found.push(path);
  }
  return found;
}

/**
 * Returns which metrics are drawn at once: pinned ones, and up to six key metrics. Metrics with unknown names fill the
 * remaining places, so that the charts of any trainer fill the page; a constant never does.
 */
export function metricLayout(series: readonly Path[], pinned: readonly string[]): MetricLayout {
  const constants = new Set(series.flatMap(({ path, isConstant }) => (isConstant ? [path] : [])));
  const paths = orderPaths(
    series.map(({ path }) => path),
    [],
  );
  const roles = rolePaths(paths);
  const others = paths.filter((path) => !roles.includes(path) && !constants.has(path));
  const chosen = [...roles, ...others.slice(0, Math.max(0, MAX_ROLES - roles.length))];
  const main = [...paths.filter((path) => pinned.includes(path)), ...chosen.filter((path) => !pinned.includes(path))];
  const rest = paths.filter((path) => !main.includes(path));
  return {
    main,
    more: rest.filter((path) => !constants.has(path)),
    constant: rest.filter((path) => constants.has(path)),
  };
}

/** Returns the display name of a metric; null for one that only its trainer knows. */
export function metricLabel(path: string): string | null {
  // Spreads of a metric are separate metrics.
  if (/std|spread|variance/.test(path)) return null;
  return ROLES.find(({ names }) => names.some((name) => name.test(path)))?.label ?? null;
}

/** Returns the path of the spread of a metric that is a mean; null if the trainer does not report one. */
export function spreadPath(path: string, paths: readonly string[]): string | null {
  const names = [`${path}_std_dev`, `${path}_std`, path.replace(/mean$/, "std"), `${path}/std`];
  return names.find((name) => name !== path && paths.includes(name)) ?? null;
}

import { formatMetric } from "./format-metric";
import { metricLabel } from "./metric-roles";
import type { NotableStep } from "./notable-steps";

/** The title of a notable step: `Gradient clipped`, `KL above target`. */
export function notableTitle({ kind, path }: NotableStep): string {
  const name = metricLabel(path) ?? path;
  if (kind === "clipped") return "Gradient clipped";
  return kind === "target" ? `${name} above target` : `${name} spiked`;
}

/** Describes a notable step: `step 22, 0.0810 over 0.0500, back at step 23`. */
export function notableText({ path, step, peak, limit, endStep }: NotableStep): string {
  const over = limit === null ? "" : ` over ${formatMetric(path, limit)}`;
  const back = endStep === null ? "" : `, back at step ${endStep}`;
  return `step ${step}, ${formatMetric(path, peak)}${over}${back}`;
}

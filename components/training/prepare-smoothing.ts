/**
 * Exponential moving average without the pull towards zero at its beginning: each value is divided by `1 - weight^n`
 * (Kingma and Ba, "Adam", section 3). A series that is constant stays as it is; what is not finite is passed through
 * and weighs nothing.
 *
 * @param weight of what came before, from 0 (nothing is smoothed) to below 1
 */
export function smooth(values: readonly number[], weight: number): readonly number[] {
  const [first] = values;
  if (weight <= 0 || first === undefined || values.every((value) => value === first)) return values;
  const smoothed = new Array<number>(values.length);
  let sum = 0;
  let bias = 1;
  for (const [index, value] of values.entries()) {
    if (Number.isFinite(value)) {
      sum = weight * sum + (1 - weight) * value;
      bias *= weight;
      smoothed[index] = sum / (1 - bias);
    } else smoothed[index] = value;
  }
  return smoothed;
}

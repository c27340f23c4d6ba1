/**
 * Returns the steps between the weights that sampled and those that are trained, as a metric with the name that trainers
 * use; nothing where a version is unknown, or newer than what is trained: then it counts something else.
 *
 * @param sampled the mean over the rollouts
 */
export function stepsOffPolicy(
  trained: number | null,
  sampled: number | null | undefined,
): { readonly steps_off_policy?: number } {
  return trained === null || sampled == null || sampled > trained ? {} : { steps_off_policy: trained - sampled };
}

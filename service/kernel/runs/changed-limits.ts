type Given<Limits> = { readonly [Name in keyof Limits]?: Limits[Name] | null | undefined };

/** Returns limits with the given members replaced; absent and null members keep the old value. */
export function changedLimits<Limits extends object>(limits: Limits, given: Given<Limits>): Limits {
  const changes = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return { ...limits, ...Object.fromEntries(changes) };
}

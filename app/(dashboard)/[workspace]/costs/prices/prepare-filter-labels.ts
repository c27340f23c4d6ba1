/** The filters of the list of prices. */
export interface CostFilters {
  readonly q: string;
  readonly models: string[];
  readonly providers: string[];
  readonly where: string;
  readonly superseded: "shown" | "hidden";
}

/** Returns a description of each active filter. */
export function filterLabels({ q, models, providers, where, superseded }: CostFilters): readonly string[] {
  return [
    q.trim() === "" ? null : `"${q.trim()}" in model or provider`,
    models.length === 0 ? null : `model ${models.join(" or ")}`,
    providers.length === 0 ? null : `provider ${providers.join(" or ")}`,
    where === "" ? null : `the expression ${where}`,
    superseded === "shown" ? null : "no superseded prices",
  ].filter((words) => words !== null);
}

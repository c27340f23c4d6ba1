import { quoteValue } from "@/lib/filter/query-text";

/** The variables of every dashboard, by their names in the address. Each narrows all panels to one value of a field. */
export const DASHBOARD_VARIABLES = [
  { name: "model", label: "Model", all: "All models", field: "model", by: "model" },
  { name: "env", label: "Environment", all: "All environments", field: "attributes.env", by: "attributes.env" },
  { name: "user", label: "User", all: "All users", field: "user", by: "end_user" },
] as const;

type DashboardVariable = (typeof DASHBOARD_VARIABLES)[number];

/** The chosen values; null for all. */
export type ChosenVariables = Readonly<Record<DashboardVariable["name"], string | null>>;

/** Returns the terms of the query box that the chosen values are. A value is data: it is quoted. */
export function variableTerms(chosen: ChosenVariables): string[] {
  return DASHBOARD_VARIABLES.flatMap(({ name, field }) => {
    const value = chosen[name];
    return value === null ? [] : [`${field}:${quoteValue(value)}`];
  });
}

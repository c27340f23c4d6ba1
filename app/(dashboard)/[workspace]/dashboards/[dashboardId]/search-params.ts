import { parseAsBoolean, parseAsString } from "nuqs";

/** What the address says of a dashboard, besides the time range: the variables, and whether it is edited. */
export const dashboardParams = {
  model: parseAsString,
  env: parseAsString,
  user: parseAsString,
  edit: parseAsBoolean.withDefault(false),
};

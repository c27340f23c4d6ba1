import { parseAsStringLiteral } from "nuqs";

export const statusFilters = ["all", "queued", "running", "completed", "failed", "cancelled"] as const;

/** Which jobs are listed; the service filters. */
export const jobsParams = { status: parseAsStringLiteral(statusFilters).withDefault("all") };

import { parseAsStringLiteral } from "nuqs";

export const statusFilters = ["all", "queued", "running", "completed", "failed", "cancelled"] as const;

/** The status filter of the list; the service applies it. */
export const jobsParams = { status: parseAsStringLiteral(statusFilters).withDefault("all") };

import { parseAsString, parseAsStringLiteral } from "nuqs";

export const auditPeriods = ["all", "24h", "7d", "30d"] as const;
export const auditOutcomes = ["all", "allowed", "denied"] as const;

/** The filters of the log; an empty string means all. */
export const auditParams = {
  person: parseAsString.withDefault(""),
  event: parseAsString.withDefault(""),
  outcome: parseAsStringLiteral(auditOutcomes).withDefault("all"),
  period: parseAsStringLiteral(auditPeriods).withDefault("all"),
};

/** The ways to list the events of a job. */
export const eventModes = ["condensed", "all"] as const;

export type EventMode = (typeof eventModes)[number];

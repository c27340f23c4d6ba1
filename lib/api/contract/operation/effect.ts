/** The effect of an operation on the service. The method does not show it: most reads are POST. */
export type Effect = "read" | "write";

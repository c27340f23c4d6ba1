/** What an operation does to the service. The method cannot tell: most reads are POST. */
export type Effect = "read" | "write";

/** Returns what the keys of all requests for figures of scores begin with. */
export const scoreFiguresKey = (connectionId: string) => ["service", connectionId, "scores.figures"] as const;

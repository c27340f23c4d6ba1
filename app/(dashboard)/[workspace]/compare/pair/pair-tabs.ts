/** The views of the selected row. */
export const pairTabs = ["messages", "payload", "parameters", "raw"] as const;

export type PairTab = (typeof pairTabs)[number];

/** The tabs of a call's details, as spelled in the address. */
export const detailTabs = ["summary", "chat", "payload", "attributes", "usage", "feedback", "code", "raw"] as const;

export type DetailTab = (typeof detailTabs)[number];

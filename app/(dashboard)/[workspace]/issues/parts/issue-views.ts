/** The lists of issues: those that need attention, and those that do not. */
export const issueViews = ["open", "new", "resolved", "ignored"] as const;

export type IssueView = (typeof issueViews)[number];

import { parseAsString, parseAsStringLiteral } from "nuqs";
import { issueViews } from "@/app/(dashboard)/[workspace]/issues/parts/issue-views";

/** The state of the page in the address. */
export const issuesParams = {
  q: parseAsString.withDefault(""),
  view: parseAsStringLiteral(issueViews).withDefault("open"),
  issue: parseAsString,
};

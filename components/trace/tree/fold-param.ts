import { createParser } from "nuqs";
import { type FoldRule, foldRuleOf, foldRuleText, NO_FOLDS } from "@/lib/trace/tree/folds";

/** The fold rule of a trace in the address: `errors`, `depth-2`, `tool`. */
export const parseAsFoldRule = createParser<FoldRule>({
  parse: foldRuleOf,
  serialize: foldRuleText,
  eq: (left, right) => foldRuleText(left) === foldRuleText(right),
}).withDefault(NO_FOLDS);

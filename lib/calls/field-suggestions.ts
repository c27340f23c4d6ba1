import { orderOperators, type SuggestionSource, textOperators } from "@/lib/filter/suggestions";
import { type CallField, callFields, type FieldType } from "./field-table";

const OPERATORS: Readonly<Partial<Record<FieldType, SuggestionSource["operators"]>>> = {
  text: textOperators,
  id: textOperators,
  duration: orderOperators,
  time: orderOperators,
  count: orderOperators,
};

const suggestion = ({ name, type, hint, words = {} }: CallField): SuggestionSource => ({
  field: name,
  hint,
  values: Object.keys(words),
  operators: OPERATORS[type] ?? [],
});

/** What the query box suggests for the fields of calls. */
export const fieldSuggestions: readonly SuggestionSource[] = callFields.map(suggestion);

/** What it suggests for threads: they match by one of their calls. */
export const threadFieldSuggestions = callFields.filter(({ isOfThreads }) => isOfThreads).map(suggestion);

import { parseAsStringLiteral } from "nuqs";
import { DEFAULT_SOURCE_CHOICE, sourceChoices } from "@/lib/calls/source-choice";

/** Where the calls of a page come from, in its address. */
export const parseAsSource = parseAsStringLiteral(sourceChoices).withDefault(DEFAULT_SOURCE_CHOICE);

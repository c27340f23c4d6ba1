import { type inferParserType, parseAsBoolean, parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import { scorerKinds } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-scores";

/** Everything that changes what the page shows is in the URL; answers are stored in the browser. */
export const arenaParams = {
  prompt: parseAsNativeArrayOf(parseAsString),
  column: parseAsNativeArrayOf(parseAsString),
  /** The column that the others are compared with; the first when none is named. */
  pin: parseAsString,
  diff: parseAsBoolean.withDefault(true),
  scorer: parseAsStringLiteral(scorerKinds).withDefault("marks"),
  /** The text that the scorer looks for. */
  wanted: parseAsString.withDefault(""),
  temperature: parseAsString.withDefault("0"),
  top_p: parseAsString.withDefault(""),
  max_completion_tokens: parseAsString.withDefault(""),
  seed: parseAsString.withDefault("7"),
  stop: parseAsString.withDefault(""),
};

export type ArenaParams = inferParserType<typeof arenaParams>;

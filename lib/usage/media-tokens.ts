/** What a request contains beside text, whose tokens providers count and price apart. */
const MEDIA = ["audio", "image", "video"] as const;

type Medium = (typeof MEDIA)[number];
type Side = "input" | "output";

/** A kind of token: `audioInput`. */
export type MediaKind = `${Medium}${Capitalize<Side>}`;
type MediaColumn = `${Medium}_${Side}`;
/** The member of a price, per token. */
export type MediaCost = `${MediaColumn}_token_cost`;

interface MediaTokens {
  readonly kind: MediaKind;
  readonly column: MediaColumn;
  readonly cost: MediaCost;
  /** The member of a published price, per million tokens. */
  readonly rate: `${Side}_${Medium}_mtok`;
  readonly isInput: boolean;
  /** "Audio in". */
  readonly label: string;
}

const mediaTokens = (medium: Medium, side: Side): MediaTokens => ({
  kind: `${medium}${side === "input" ? "Input" : "Output"}`,
  column: `${medium}_${side}`,
  cost: `${medium}_${side}_token_cost`,
  rate: `${side}_${medium}_mtok`,
  isInput: side === "input",
  label: `${medium.charAt(0).toUpperCase()}${medium.slice(1)} ${side === "input" ? "in" : "out"}`,
});

/**
 * The kinds of tokens that are not text. Those of inputs are part of the prompt that is not cached, those of outputs of the
 * completion. A kind without a price of its own costs as much as text.
 */
export const MEDIA_TOKENS: readonly MediaTokens[] = MEDIA.flatMap((medium) => [
  mediaTokens(medium, "input"),
  mediaTokens(medium, "output"),
]);

/** Returns an object with a member for each kind, by one of its names. */
export function byMedia<Name extends "kind" | "column" | "cost", Value>(
  name: Name,
  memberOf: (tokens: MediaTokens) => Value,
): Record<MediaTokens[Name], Value> {
  const entries = MEDIA_TOKENS.map((tokens) => [tokens[name], memberOf(tokens)]);
  return Object.fromEntries(entries) as Record<MediaTokens[Name], Value>;
}

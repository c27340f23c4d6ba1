/**
 * The utility classes of Tailwind that the pages use, by the property that they set. `tailwind-merge` knows all of
 * Tailwind and is four times as large as this; the tests compare the two for every class in the source.
 */

/** Classes that are known as a whole. */
export const WORDS: Readonly<Record<string, string>> = {
  display: "block inline inline-block flex inline-flex grid inline-grid table inline-table table-cell contents hidden",
  position: "static relative absolute fixed sticky",
  visibility: "visible invisible collapse",
  "border-collapse": "border-collapse border-separate",
  "border-style": "border-solid border-dashed border-dotted border-none",
  "flex-direction": "flex-row flex-row-reverse flex-col flex-col-reverse",
  "flex-wrap": "flex-wrap flex-nowrap",
  "font-family": "font-sans font-mono",
  "font-size":
    "text-micro text-code text-small text-mono text-base text-read text-title text-figure text-display text-sm text-xs",
  "font-style": "italic not-italic",
  "fvn-spacing": "tabular-nums proportional-nums",
  "text-alignment": "text-left text-center text-right text-justify text-start text-end",
  "text-decoration": "underline overline line-through no-underline",
  "text-overflow": "truncate text-ellipsis text-clip",
  "text-transform": "uppercase lowercase capitalize normal-case",
  "text-wrap": "text-wrap text-nowrap text-balance text-pretty",
  "justify-items": "justify-items-start justify-items-center justify-items-end justify-items-stretch",
  "justify-self": "justify-self-start justify-self-center justify-self-end justify-self-stretch",
  "outline-style": "outline-none outline-hidden outline-dashed",
  "container-type": "@container",
  "row-start-end": "row-auto",
  "col-start-end": "col-auto",
  sr: "sr-only not-sr-only",
  "table-layout": "table-auto table-fixed",
  touch: "touch-none touch-auto touch-manipulation",
  "touch-x": "touch-pan-x",
  "touch-y": "touch-pan-y",
};

/** Classes, and beginnings of classes that end with any value; each sets the property of its name. */
export const STEMS =
  "accent auto-cols basis bottom break-inside col-end col-start columns cursor divide-x divide-y duration field-sizing fill filter flex gap gap-x " +
  "gap-y grid-cols grid-flow grid-rows grow h inset inset-x inset-y leading left line-clamp m mb min-h min-w max-h max-w " +
  "ml mr mt mx my opacity order outline-offset overflow overflow-x overflow-y overscroll p pb pl place-content " +
  "place-items pointer-events pr pt px py resize right rotate rounded rounded-b rounded-l rounded-r rounded-t row-end " +
  "row-start scroll-mt scroll-px select shadow shrink size top tracking transition translate translate-x translate-y underline-offset w " +
  "whitespace z";

/** Beginnings with another property than their names. */
export const NAMED_STEMS: Readonly<Record<string, string>> = {
  align: "vertical-align",
  "border-spacing": "border-spacing",
  "col-span": "col-start-end",
  content: "align-content",
  float: "float",
  font: "font-weight",
  items: "align-items",
  justify: "justify-content",
  object: "object-fit",
  "row-span": "row-start-end",
  self: "align-self",
};

/** Beginnings that set one property with a length or alone, and another one with anything else. */
export const SIZED_STEMS: Readonly<Record<string, readonly [length: string, other: string]>> = {
  border: ["border-w", "border-color"],
  decoration: ["text-decoration-thickness", "text-decoration-color"],
  divide: ["divide-color", "divide-color"],
  outline: ["outline-w", "outline-color"],
  ring: ["ring-w", "ring-color"],
  stroke: ["stroke-w", "stroke"],
  text: ["font-size", "text-color"],
};

/** The properties that a class also replaces besides its own. Those with sides are in `SIDED`. */
export const REPLACED: Readonly<Record<string, string>> = {
  flex: "basis grow shrink",
  "font-size": "leading",
  gap: "gap-x gap-y",
  inset: "inset-x inset-y top right bottom left",
  "inset-x": "right left",
  "inset-y": "top bottom",
  "line-clamp": "display overflow",
  overflow: "overflow-x overflow-y",
  rounded: "rounded-t rounded-r rounded-b rounded-l",
  size: "w h",
  touch: "touch-x touch-y",
  "touch-x": "touch",
  "touch-y": "touch",
  translate: "translate-x translate-y",
};

/** Properties that a class sets for all sides, and the beginnings of their names for one side or two. */
export const SIDED = [
  ["p", "p"],
  ["m", "m"],
  ["border-w", "border-w-"],
  ["border-color", "border-color-"],
] as const;

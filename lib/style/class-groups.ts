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
  "border-w": "border",
  "border-w-x": "border-x",
  "border-w-y": "border-y",
  "border-w-t": "border-t",
  "border-w-r": "border-r",
  "border-w-b": "border-b",
  "border-w-l": "border-l",
  "divide-x": "divide-x",
  "divide-y": "divide-y",
  "flex-direction": "flex-row flex-row-reverse flex-col flex-col-reverse",
  "flex-wrap": "flex-wrap flex-nowrap",
  grow: "grow",
  shrink: "shrink",
  rounded: "rounded",
  "rounded-t": "rounded-t",
  "rounded-r": "rounded-r",
  "rounded-b": "rounded-b",
  "rounded-l": "rounded-l",
  filter: "filter",
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
  "outline-w": "outline",
  "ring-w": "ring",
  resize: "resize",
  shadow: "shadow",
  "container-type": "@container",
  "row-start-end": "row-auto",
  "col-start-end": "col-auto",
  sr: "sr-only not-sr-only",
  "table-layout": "table-auto table-fixed",
  touch: "touch-none touch-auto touch-manipulation",
  "touch-x": "touch-pan-x",
  "touch-y": "touch-pan-y",
  transition: "transition",
};

/** Beginnings of classes that end with any value; each sets the property of its name. */
export const STEMS =
  "accent auto-cols basis bottom break-inside col-end col-start columns cursor duration field-sizing fill flex gap gap-x " +
  "gap-y grid-cols grid-flow grid-rows grow h inset inset-x inset-y leading left line-clamp m mb min-h min-w max-h max-w " +
  "ml mr mt mx my opacity order outline-offset overflow overflow-x overflow-y overscroll p pb pl place-content " +
  "place-items pointer-events pr pt px py resize right rotate rounded rounded-b rounded-l rounded-r rounded-t row-end " +
  "row-start select shadow shrink size top tracking transition translate translate-x translate-y underline-offset w " +
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

/** Beginnings that set one property with a length and another one with anything else. */
export const SIZED_STEMS: Readonly<Record<string, readonly [length: string, other: string]>> = {
  border: ["border-w", "border-color"],
  "border-x": ["border-w-x", "border-color-x"],
  "border-y": ["border-w-y", "border-color-y"],
  "border-t": ["border-w-t", "border-color-t"],
  "border-r": ["border-w-r", "border-color-r"],
  "border-b": ["border-w-b", "border-color-b"],
  "border-l": ["border-w-l", "border-color-l"],
  decoration: ["text-decoration-thickness", "text-decoration-color"],
  divide: ["divide-color", "divide-color"],
  outline: ["outline-w", "outline-color"],
  ring: ["ring-w", "ring-color"],
  stroke: ["stroke-w", "stroke"],
  text: ["font-size", "text-color"],
};

/** The properties that a class also replaces besides its own. */
export const REPLACED: Readonly<Record<string, string>> = {
  "border-color": "border-color-x border-color-y border-color-t border-color-r border-color-b border-color-l",
  "border-color-x": "border-color-r border-color-l",
  "border-color-y": "border-color-t border-color-b",
  "border-w": "border-w-x border-w-y border-w-t border-w-r border-w-b border-w-l",
  "border-w-x": "border-w-r border-w-l",
  "border-w-y": "border-w-t border-w-b",
  flex: "basis grow shrink",
  "font-size": "leading",
  gap: "gap-x gap-y",
  inset: "inset-x inset-y top right bottom left",
  "inset-x": "right left",
  "inset-y": "top bottom",
  "line-clamp": "display overflow",
  m: "mx my mt mr mb ml",
  mx: "mr ml",
  my: "mt mb",
  overflow: "overflow-x overflow-y",
  p: "px py pt pr pb pl",
  px: "pr pl",
  py: "pt pb",
  rounded: "rounded-t rounded-r rounded-b rounded-l",
  size: "w h",
  touch: "touch-x touch-y",
  "touch-x": "touch",
  "touch-y": "touch",
  translate: "translate-x translate-y",
};

/** Utilities without a value, by the property that they set. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    display: "block inline inline-block flex inline-flex grid inline-grid contents table table-cell hidden",
    position: "static relative absolute fixed sticky",
    visibility: "visible invisible collapse",
    direction: "flex-row flex-row-reverse flex-col flex-col-reverse",
    wrap: "flex-wrap flex-nowrap",
    "font-style": "italic not-italic",
    "font-family": "font-sans font-mono",
    numeric: "tabular-nums",
    "decoration-line": "underline line-through no-underline",
    transform: "uppercase lowercase capitalize normal-case",
    "text-overflow": "truncate text-ellipsis text-clip",
    "text-align": "text-left text-center text-right",
    "border-style": "border-solid border-dashed border-dotted border-none",
    "border-collapse": "border-collapse border-separate",
    "outline-style": "outline-none",
    outline: "outline",
    border: "border",
    "border-x": "border-x",
    "border-y": "border-y",
    "border-t": "border-t",
    "border-r": "border-r",
    "border-b": "border-b",
    "border-l": "border-l",
    "divide-y": "divide-y",
    grow: "grow",
    shrink: "shrink",
    screen: "sr-only not-sr-only",
    ring: "ring",
    "touch-y": "touch-pan-y",
    filter: "filter",
    container: "@container",
    rounded: "rounded",
    transition: "transition",
  }).flatMap(([property, names]) => names.split(" ").map((name) => [name, property] as const)),
);

/** What comes before a value, where it names the property that is set. */
const PREFIXES: ReadonlySet<string> = new Set(
  (
    "columns break-inside float object overflow overflow-x overflow-y overscroll inset inset-x inset-y top right bottom " +
    "left z basis flex grow shrink order grid-cols col-span col-start col-end grid-rows row-span row-start row-end " +
    "grid-flow auto-cols gap gap-x gap-y justify justify-items justify-self content items self place-content " +
    "place-items p px py pt pr pb pl m mx my mt mr mb ml size w min-w max-w h min-h max-h leading tracking line-clamp " +
    "underline-offset align whitespace rounded rounded-t rounded-r rounded-b rounded-l border-spacing outline-offset " +
    "opacity table transition duration rotate translate translate-x translate-y accent cursor field-sizing " +
    "pointer-events resize touch select fill"
  ).split(" "),
);

/** What comes before values of two kinds: a length, or a color. */
const LENGTH_OR_COLOR: ReadonlySet<string> = new Set(
  "border border-x border-y border-t border-r border-b border-l outline decoration stroke divide".split(" "),
);

const TEXT_SIZES: ReadonlySet<string> = new Set("code micro small mono base read title figure display".split(" "));
const SHADOW_SIZES: ReadonlySet<string> = new Set("pop dialog none".split(" "));

const sides = (prefix: string) => ["t", "r", "b", "l"].map((side) => `${prefix}${side}`);

/** The properties that a property sets as well. */
const COVERED: Readonly<Record<string, readonly string[]>> = {
  overflow: ["overflow-x", "overflow-y"],
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["right", "left"],
  "inset-y": ["top", "bottom"],
  flex: ["basis", "grow", "shrink"],
  gap: ["gap-x", "gap-y"],
  p: ["px", "py", ...sides("p")],
  px: ["pr", "pl"],
  py: ["pt", "pb"],
  m: ["mx", "my", ...sides("m")],
  mx: ["mr", "ml"],
  my: ["mt", "mb"],
  size: ["w", "h"],
  "text-size": ["leading"],
  "line-clamp": ["display", "overflow"],
  rounded: sides("rounded-"),
  border: ["border-x", "border-y", ...sides("border-")],
  "border-x": ["border-r", "border-l"],
  "border-y": ["border-t", "border-b"],
  "border-color": ["x", "y", "t", "r", "b", "l"].map((side) => `border-${side}-color`),
  "border-x-color": ["border-r-color", "border-l-color"],
  "border-y-color": ["border-t-color", "border-b-color"],
  translate: ["translate-x", "translate-y"],
  touch: ["touch-y"],
  "touch-y": ["touch"],
};

/** Returns the properties that a utility of a property sets. */
export function coveredProperties(property: string): readonly string[] {
  return [property, ...(COVERED[property] ?? [])];
}

/** Returns the property that a utility sets, without modifiers: `p` of `p-2`. Null for any other class. */
export function cssProperty(utility: string): string | null {
  if (utility.startsWith("[")) return utility.slice(0, utility.indexOf(":"));
  const word = WORDS.get(utility);
  if (word !== undefined) return word;
  const name = utility.startsWith("-") ? utility.slice(1) : utility;
  const bracket = name.search(/[[(]/);
  for (let end = bracket < 0 ? name.length : bracket; end > 0; ) {
    end = name.lastIndexOf("-", end - 1);
    if (end < 0) return null;
    const property = propertyAt(name.slice(0, end), name.slice(end + 1));
    if (property !== null) return property;
  }
  return null;
}

function propertyAt(prefix: string, value: string): string | null {
  if (PREFIXES.has(prefix)) return prefix;
  if (LENGTH_OR_COLOR.has(prefix)) return /^\[?\d/.test(value) ? prefix : `${prefix}-color`;
  switch (prefix) {
    case "text":
      return TEXT_SIZES.has(value) || /^\[[\d.]/.test(value) ? "text-size" : "color";
    case "bg":
      return value.startsWith("[repeating-linear-gradient") ? "bg-image" : "bg-color";
    case "font":
      return "font-weight";
    case "shadow":
      return SHADOW_SIZES.has(value) || /^\[(?:inset|-?\d)/.test(value) ? "shadow" : "shadow-color";
    default:
      return null;
  }
}

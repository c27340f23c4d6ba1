import { coveredProperties, cssProperty } from "./css-property";

const CACHE_SIZE = 1000;

/** The texts of a page repeat: each is merged once. */
const cache = new Map<string, string>();

/** Removes the classes that a later one overrides, such as `p-2` before `p-4`, from class names separated by spaces. */
export function mergeClasses(classes: string): string {
  const known = cache.get(classes);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_SIZE) cache.clear();
  const merged = mergedOf(classes);
  cache.set(classes, merged);
  return merged;
}

function mergedOf(classes: string): string {
  const kept: string[] = [];
  const overridden = new Set<string>();
  for (const name of classes.split(/\s+/).reverse()) {
    const { modifiers, utility } = partsOf(name);
    const property = cssProperty(utility);
    if (property !== null) {
      if (overridden.has(modifiers + property)) continue;
      for (const covered of coveredProperties(property)) overridden.add(modifiers + covered);
    }
    if (name !== "") kept.push(name);
  }
  return kept.reverse().join(" ");
}

/** The modifiers of a class, such as `max-md:hover:`, and its utility. A `!` is a modifier. */
function partsOf(name: string): { readonly modifiers: string; readonly utility: string } {
  let depth = 0;
  let start = 0;
  for (let at = 0; at < name.length; at += 1) {
    const char = name[at];
    if (char === "[" || char === "(") depth += 1;
    else if (char === "]" || char === ")") depth -= 1;
    else if (char === ":" && depth === 0) start = at + 1;
  }
  const modifiers = name.slice(0, start);
  const utility = name.slice(start);
  if (utility.startsWith("!")) return { modifiers: `${modifiers}!`, utility: utility.slice(1) };
  if (utility.endsWith("!")) return { modifiers: `${modifiers}!`, utility: utility.slice(0, -1) };
  return { modifiers, utility };
}

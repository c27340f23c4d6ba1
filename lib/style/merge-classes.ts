import { NAMED_STEMS, REPLACED, SIDED, SIZED_STEMS, STEMS, WORDS } from "./class-groups";

const words = new Map(Object.entries(WORDS).flatMap(([group, list]) => list.split(" ").map((word) => [word, group])));
const stems = new Map([...STEMS.split(" ").map((stem) => [stem, stem] as const), ...Object.entries(NAMED_STEMS)]);

const replaced = new Map(Object.entries(REPLACED).map(([group, list]) => [group, list.split(" ")]));
for (const [all, side] of SIDED) {
  const of = (sides: string) => [...sides].map((one) => side + one);
  replaced.set(all, of("xytrbl")).set(`${side}x`, of("rl")).set(`${side}y`, of("tb"));
}

const LENGTH = /^(?:\d|\[\d|\[length:|px$)/;
const IMAGE = /^\[[\w-]*(?:gradient|url)\(/;

/** Returns the property of a beginning with a value; the value is empty for a class without one. */
function groupOfStem(stem: string, value: string): string | undefined {
  if (stem === "bg") return IMAGE.test(value) ? "bg-image" : "bg-color";
  const isLength = value === "" || LENGTH.test(value);
  const [, side] = /^border-([xytrbl])$/.exec(stem) ?? [];
  if (side !== undefined) return `border-${isLength ? "w" : "color"}-${side}`;
  const sized = Object.hasOwn(SIZED_STEMS, stem) ? SIZED_STEMS[stem] : undefined;
  return sized ? sized[isLength ? 0 : 1] : stems.get(stem);
}

/** Returns the property that a class without modifiers sets; undefined for a class that is not in the tables. */
function groupOf(name: string): string | undefined {
  const [, property] = /^\[([\w-]+):/.exec(name) ?? [];
  if (property !== undefined) return `[${property}`;
  const whole = words.get(name) ?? groupOfStem(name, "");
  if (whole !== undefined) return whole;
  const plain = name.startsWith("-") ? name.slice(1) : name;
  const valueAt = plain.search(/[[(]/);
  let at = plain.lastIndexOf("-", valueAt < 0 ? plain.length : valueAt);
  for (; at > 0; at = plain.lastIndexOf("-", at - 1)) {
    const group = groupOfStem(plain.slice(0, at), plain.slice(at + 1));
    if (group !== undefined) return group;
  }
  return undefined;
}

/** Returns the modifiers of a class, in any order the same, and its name without them and without what follows a slash. */
function partsOf(text: string): { readonly modifiers: string; readonly name: string } {
  const modifiers: string[] = [];
  let [depth, from, end] = [0, 0, text.length];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "[" || char === "(") depth += 1;
    else if (char === "]" || char === ")") depth -= 1;
    else if (depth > 0) continue;
    else if (char === ":") {
      modifiers.push(text.slice(from, at));
      from = at + 1;
      end = text.length;
    } else if (char === "/") end = at;
  }
  let name = text.slice(from, end);
  if (name.startsWith("!") || name.endsWith("!")) {
    name = name.replaceAll("!", "");
    modifiers.push("!");
  }
  return { modifiers: modifiers.sort().join(":"), name };
}

/** Removes each class whose property a later class with the same modifiers sets. Unknown classes stay. */
function merged(classes: string): string {
  const taken = new Set<string>();
  const kept: string[] = [];
  for (const text of classes.split(/\s+/).reverse()) {
    if (text === "") continue;
    const { modifiers, name } = partsOf(text);
    const group = groupOf(name);
    if (group === undefined) kept.push(text);
    else if (!taken.has(`${modifiers} ${group}`)) {
      kept.push(text);
      for (const one of [group, ...(replaced.get(group) ?? [])]) taken.add(`${modifiers} ${one}`);
    }
  }
  return kept.reverse().join(" ");
}

/** Few texts are joined again and again; beyond this number they are forgotten. */
const MAX_KNOWN = 1000;
const known = new Map<string, string>();

/** Joins classes so that of two that set the same property the later one counts. */
export function mergeClasses(classes: string): string {
  const before = known.get(classes);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const result = merged(classes);
  known.set(classes, result);
  return result;
}

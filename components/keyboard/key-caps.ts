/** The labels that keyboards print on keys with longer names. */
const CAPS: Readonly<Record<string, string>> = {
  Mod: "⌘",
  Alt: "⌥",
  Shift: "⇧",
  Enter: "↵",
  Escape: "Esc",
  Delete: "Del",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "PgUp",
  PageDown: "PgDn",
};

const RANGE = /^(\d)-(\d)$/;

/** Keys that are held, and those that are pressed one after the other while they are. */
interface Press {
  readonly modifiers: readonly string[];
  readonly keys: readonly string[];
}

function capOf(key: string): string {
  if (Object.hasOwn(CAPS, key)) return CAPS[key] ?? key;
  return key.length === 1 ? key.toUpperCase() : key;
}

function pressOf(name: string): Press {
  const range = RANGE.exec(name);
  if (range) return { modifiers: [], keys: [range[1] ?? "", "…", range[2] ?? ""] };
  // The last part may be the key "+" itself.
  const parts = name.split(/\+(?=.)/);
  return { modifiers: parts.slice(0, -1), keys: (parts.at(-1) ?? "").split(" ") };
}

/** The key caps to draw for the key names of a row. Modifiers that all of them share are drawn once, before the keys. */
export function keyCaps(names: readonly string[]): readonly string[] {
  const presses = names.map(pressOf);
  const shared = presses[0]?.modifiers ?? [];
  const isShared = presses.every(({ modifiers }) => modifiers.join("+") === shared.join("+"));
  const parts = isShared
    ? [...shared, ...presses.flatMap(({ keys }) => keys)]
    : presses.flatMap(({ modifiers, keys }) => [...modifiers, ...keys]);
  return parts.map(capOf);
}

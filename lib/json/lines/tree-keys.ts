import type { JsonLine } from "./viewer-line";

/** The effect of a key on the tree. */
export type TreeMove =
  | { readonly kind: "go"; readonly index: number }
  | { readonly kind: "fold"; readonly isFolded: boolean }
  | { readonly kind: "show" | "load" | "open" | "copy-value" | "copy-path" };

const canFold = (line: JsonLine | undefined) =>
  line?.kind === "open" || line?.kind === "folded" || line?.kind === "page";

/** Returns the action of a key: the usual keys of a tree view, and two for copying. Null for other keys. */
export function treeMove(lines: readonly JsonLine[], active: number, key: string): TreeMove | null {
  const line = lines[active];
  switch (key) {
    case "ArrowDown":
      return go(lines, active + 1, 1);
    case "ArrowUp":
      return go(lines, active - 1, -1);
    case "Home":
      return go(lines, 0, 1);
    case "End":
      return go(lines, lines.length - 1, -1);
    case "ArrowRight":
      if (canFold(line) && !line?.isOpen) return { kind: "fold", isFolded: false };
      return canFold(line) ? go(lines, active + 1, 1) : null;
    case "ArrowLeft":
      if (canFold(line) && line?.isOpen) return { kind: "fold", isFolded: true };
      return parentOf(lines, active);
    case "Enter":
      return hasMedia(line) ? { kind: "open" } : pressed(line);
    case " ":
      return pressed(line);
    case "c":
      return { kind: "copy-value" };
    case "p":
      return { kind: "copy-path" };
    default:
      return null;
  }
}

function hasMedia(line: JsonLine | undefined): boolean {
  return line?.rich?.kind === "media" && line.rich.files.length > 0;
}

function pressed(line: JsonLine | undefined): TreeMove | null {
  if (line === undefined) return null;
  if (canFold(line)) return { kind: "fold", isFolded: line.isOpen };
  if (line.kind === "pending") return { kind: "load" };
  return line.kind === "leaf" && line.hiddenLength > 0 ? { kind: "show" } : null;
}

/** The nearest line that is not a closing bracket, which has no position of its own. */
function go(lines: readonly JsonLine[], from: number, step: 1 | -1): TreeMove | null {
  for (let index = from; index >= 0 && index < lines.length; index += step) {
    if (lines[index]?.kind !== "close") return { kind: "go", index };
  }
  return null;
}

function parentOf(lines: readonly JsonLine[], active: number): TreeMove | null {
  const depth = lines[active]?.depth ?? 0;
  for (let index = active - 1; index >= 0; index -= 1) {
    const line = lines[index];
    if (line?.isOpen && line.depth < depth) return { kind: "go", index };
  }
  return null;
}

import { KIND_DYES } from "@/components/glyph/kind-dyes";
import type { Kind } from "@/lib/calls/call-kind";

/** Colors for canvases, which cannot read CSS variables. */
export interface CanvasColors {
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly ground: string;
  readonly ink: string;
  readonly ink3: string;
  readonly line: string;
  readonly grid: string;
  readonly error: string;
  readonly accent: string;
  readonly sans: string;
  readonly mono: string;
}

/** The colors of the current theme. */
export function canvasColors(node: Element): CanvasColors {
  const style = getComputedStyle(node);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const dyes = Object.entries(KIND_DYES).map(([kind, dye]) => [kind, of(`dye-${dye}`)] as const);
  return {
    kinds: Object.fromEntries(dyes) as CanvasColors["kinds"],
    ground: of("bg"),
    ink: of("ink"),
    ink3: of("ink-3"),
    line: of("line-strong"),
    grid: of("chart-grid"),
    error: of("err"),
    accent: of("accent"),
    sans: of("ff-sans"),
    mono: of("ff-mono"),
  };
}

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
  return {
    kinds: {
      agent: of("dye-indigo"),
      llm: of("dye-orchil"),
      tool: of("dye-verdigris"),
      op: of("dye-walnut"),
      eval: of("dye-weld"),
      user: of("dye-woad"),
      retrieval: of("dye-cochineal"),
      memory: of("dye-cochineal"),
      embedding: of("dye-cochineal"),
      reranker: of("dye-cochineal"),
      planning: of("dye-indigo"),
      guardrail: of("dye-weld"),
      mcp: of("dye-verdigris"),
      workflow: of("dye-walnut"),
      chain: of("dye-walnut"),
    },
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

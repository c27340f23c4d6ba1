import { NEUTRAL_COLOR, SERIES_COLORS } from "@/lib/chart/series";

/** The style of a provider's mark: shape and color, so that color is not the only signal. */
export interface ProviderStyle {
  readonly color: string;
  readonly shape: "circle" | "square" | "diamond" | "triangle" | "cross";
}

const SHAPES = ["circle", "square", "diamond", "triangle", "cross"] as const;

/** The style of a provider by its position among all providers of the project, so that filters do not change it. */
export function providerStyles(providers: readonly string[]): ReadonlyMap<string, ProviderStyle> {
  return new Map(
    providers.map((provider, index) => [
      provider,
      { color: SERIES_COLORS[index] ?? NEUTRAL_COLOR, shape: SHAPES[index % SHAPES.length] ?? "circle" },
    ]),
  );
}

export const unknownProvider: ProviderStyle = { color: NEUTRAL_COLOR, shape: "circle" };

type ShapeProps = { style: ProviderStyle; x: number; y: number; radius: number };

/** The shape alone, for use in a chart. */
export function ProviderShape({ style: { color, shape }, x, y, radius: r }: ShapeProps) {
  switch (shape) {
    case "circle":
      return <circle cx={x} cy={y} r={r} fill={color} />;
    case "square":
      return <rect x={x - r + 0.4} y={y - r + 0.4} width={2 * r - 0.8} height={2 * r - 0.8} fill={color} />;
    case "diamond":
      return <path d={`M${x} ${y - r - 1}l${r + 1} ${r + 1}-${r + 1} ${r + 1}-${r + 1}-${r + 1}z`} fill={color} />;
    case "triangle":
      return <path d={`M${x} ${y - r - 0.6}l${r + 0.8} ${2 * r}h-${2 * r + 1.6}z`} fill={color} />;
    case "cross":
      return (
        <path d={`M${x - r} ${y - r}l${2 * r} ${2 * r}m0-${2 * r}l-${2 * r} ${2 * r}`} stroke={color} strokeWidth="2" />
      );
  }
}

/** A provider's mark next to its name. */
export function ProviderMark({ style, isFaint = false }: { style: ProviderStyle; isFaint?: boolean }) {
  return (
    <svg width="11" height="11" aria-hidden="true" className="flex-none" opacity={isFaint ? 0.5 : 1}>
      <ProviderShape style={style} x={5.5} y={5.5} radius={3.4} />
    </svg>
  );
}

/** The text of a chart's tooltip for one mark. */
export interface Tip {
  readonly title: string;
  readonly when: string;
  readonly facts: readonly { readonly label: string; readonly value: string; readonly color?: string }[];
  /** The effect of a click. */
  readonly action: string;
}

/** A mark's position in pixels inside the plot's frame. */
export interface TooltipPosition {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly frameWidthPx: number;
}

const GAP = 10;

/** Placed next to a mark and never over it: on the left where the right has no space. */
export function ChartTooltip({ tip, position }: { tip: Tip; position: TooltipPosition }) {
  const isLeft = position.right > position.frameWidthPx / 2;
  return (
    <div
      aria-hidden="true"
      style={{
        top: Math.max(0, position.top),
        ...(isLeft ? { right: position.frameWidthPx - position.left + GAP } : { left: position.right + GAP }),
      }}
      className="pointer-events-none absolute z-20 max-w-72 rounded-control bg-surface px-[9px] py-[7px] text-micro leading-4 whitespace-nowrap text-ink-2 shadow-pop"
    >
      <p className="truncate">
        <b className="text-ink">{tip.title}</b> {tip.when}
      </p>
      <dl className="mt-[3px] grid grid-cols-[auto_auto] gap-x-3.5">
        {tip.facts.map((fact) => (
          <div key={fact.label} className="contents">
            <dt className="flex items-center gap-[5px]">
              {fact.color ? <i className="size-2 rounded-[2px]" style={{ background: fact.color }} /> : null}
              {fact.label}
            </dt>
            <dd className="text-right text-ink">{fact.value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-accent-text">{tip.action}</p>
    </div>
  );
}

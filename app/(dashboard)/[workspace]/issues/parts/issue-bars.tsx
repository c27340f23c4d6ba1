const GAP = 0.8;

type IssueBarsProps = {
  counts: readonly number[];
  /** Of all bars, or of the bar of a part. */
  color: string | ((part: number) => string);
  width: number;
  height: number;
  /** The count at the top; that of the highest bar when absent. */
  top?: number;
  className?: string;
};

/** Counts over time as bars. In a list they have their own scale and no axis. */
export function IssueBars({ counts, color, width, height, top, className }: IssueBarsProps) {
  const most = top ?? Math.max(1, ...counts);
  const room = top === undefined ? height - 3 : height;
  const step = width / Math.max(1, counts.length);
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * room));
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={className}
    >
      {top === undefined ? (
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--line-strong)" />
      ) : null}
      {counts.map((count, part) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of the range is its place
          key={part}
          x={part * step}
          y={height - (top === undefined ? 1 : 0) - heightOf(count)}
          width={Math.max(0.5, step - GAP)}
          height={heightOf(count)}
          fill={typeof color === "string" ? color : color(part)}
        />
      ))}
    </svg>
  );
}

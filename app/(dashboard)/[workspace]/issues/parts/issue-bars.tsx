const GAP = 0.8;

type IssueBarsProps = { counts: readonly number[]; color: string; width: number; height: number; className?: string };

/** Counts over time as bars. They have their own scale and no axis. */
export function IssueBars({ counts, color, width, height, className }: IssueBarsProps) {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length);
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * (height - 3)));
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={className}
    >
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--line-strong)" />
      {counts.map((count, part) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of the range is its place
          key={part}
          x={part * step}
          y={height - 1 - heightOf(count)}
          width={Math.max(0.5, step - GAP)}
          height={heightOf(count)}
          fill={color}
        />
      ))}
    </svg>
  );
}

/** A curve with at most so many values is shown as figures: a line through them adds nothing. */
export const MAX_FIGURES = 2;

type PointFiguresProps = { noun: "step" | "iteration"; points: readonly { at: string; value: string }[] };

/** The values of one or two points, each with its step or iteration. */
export function PointFigures({ noun, points }: PointFiguresProps) {
  return (
    <dl className="flex h-full items-center gap-8 px-4 pb-4 max-md:px-3">
      {points.map(({ at, value }) => (
        <div key={at} className="flex min-w-0 flex-col-reverse">
          <dt className="truncate text-micro text-ink-3">
            {noun} {at}
          </dt>
          <dd className="text-figure font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

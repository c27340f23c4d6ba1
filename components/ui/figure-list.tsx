import { classNames } from "@/lib/style/class-names";

/** A figure with its label. */
interface Figure {
  readonly value: string;
  readonly label: string;
}

/** Large figures in a row, each over its label. */
export function FigureList({ figures, className }: { figures: readonly Figure[]; className?: string }) {
  return (
    <dl className={classNames("flex flex-wrap gap-x-6 gap-y-2", className)}>
      {figures.map(({ value, label }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse">
          <dt className="text-micro text-ink-3 [overflow-wrap:anywhere]">{label}</dt>
          <dd className="text-[19px] leading-6 font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import { X } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ChartedModel } from "./prepare-models-chart";

type ModelsLegendProps = {
  slug: string;
  models: readonly (ChartedModel & { readonly failure: ServiceFailure | null })[];
  /** Ids of the models that have the metric. */
  drawn: readonly string[];
  onRemove: (id: string) => void;
};

/** The color of each model. The first is the model of the page; the others can be opened and removed. */
export function ModelsLegend({ slug, models, drawn, onRemove }: ModelsLegendProps) {
  return (
    <ul
      aria-label="Models in the chart"
      className="-mt-1.5 flex flex-wrap gap-x-3 gap-y-1 px-4 text-small max-md:mt-1 max-md:px-3"
    >
      {models.map(({ id, label, color, failure }, index) => (
        <li key={id} className="flex h-6 min-w-0 items-center gap-1.5">
          <i aria-hidden="true" className="h-2 w-3 flex-none rounded-[2px]" style={{ background: color }} />
          {index === 0 ? (
            <span className="truncate font-medium">{label}</span>
          ) : (
            <Link href={`/${slug}/models/${encodeURIComponent(id)}`} title={id} className="truncate hover:underline">
              {label}
            </Link>
          )}
          {failure ? (
            <span role="alert" className="truncate text-err" title={failure.message}>
              could not load
            </span>
          ) : drawn.includes(id) ? null : (
            <span className="text-ink-3">no value</span>
          )}
          {index === 0 ? null : (
            <Button kind="ghost" size="icon-small" aria-label={`Remove ${label}`} onClick={() => onRemove(id)}>
              <X size={12} strokeWidth={1.8} aria-hidden="true" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

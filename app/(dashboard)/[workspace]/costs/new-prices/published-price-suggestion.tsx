"use client";

import { useMutation } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { type PriceUnit, priceText, shiftUnit, unitText } from "@/lib/format/price";
import { findPublished } from "./find-published-price";
import type { PriceForm } from "./prepare-price-form";
import { publishedFields } from "./prepare-published-price";

type PublishedPriceSuggestionProps = {
  model: string;
  per: PriceUnit;
  onUse: (fields: Partial<PriceForm>) => void;
};

/** Looks up a model in the bundled price list; a match can be used to fill in the form. */
export function PublishedPriceSuggestion({ model, per, onUse }: PublishedPriceSuggestionProps) {
  const search = useMutation({
    mutationFn: async () => ({ model: model.trim(), price: await findPublished(model) }),
  });
  const publishedPrice = search.data?.model === model.trim() ? search.data : undefined;
  const price = publishedPrice?.price ?? null;
  const text = (perMillion: number) => priceText(Number(shiftUnit(String(perMillion), "1M", "1")), "USD", per);
  return (
    <div className="mt-3 grid gap-2">
      {publishedPrice === undefined ? (
        <Button
          size="small"
          className="justify-self-start"
          disabled={model.trim() === ""}
          isBusy={search.isPending}
          icon={<BookOpen size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => search.mutate()}
        >
          Look up the published price
        </Button>
      ) : (
        <div role="status">
          {price === null ? (
            <Callout tone="plain">
              No published price for <span className="text-code">{publishedPrice.model}</span>.
            </Callout>
          ) : (
            <Callout tone="run">
              <span className="text-code">{price.provider}</span> publishes {text(price.prompt)} prompt and{" "}
              {text(price.completion)} completion per {unitText(per)}
              {price.hasTiers ? ", more for long inputs" : ""}.{" "}
              <Button size="small" className="mt-1.5" onClick={() => onUse(publishedFields(price, per))}>
                Use published price
              </Button>
            </Callout>
          )}
        </div>
      )}
      {search.isError ? <Callout tone="err">The price list could not be loaded.</Callout> : null}
    </div>
  );
}

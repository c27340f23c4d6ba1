import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { nameInSentence } from "@/lib/filter/time-range";
import { shortModelName } from "@/lib/format/model-name";
import { formatTokens } from "@/lib/format/tokens";
import type { UnpricedModel } from "./prepare-spend";

type UnpricedBandProps = {
  models: readonly UnpricedModel[];
  rangeName: string;
  /** Absent for users who may not add prices. */
  onAdd: ((model: string) => void) | undefined;
};

const MAX_NAMED_MODELS = 4;

/** Lists called models without a price: their tokens are not included in any cost. */
export function UnpricedBand({ models, rangeName, onAdd }: UnpricedBandProps) {
  const [first] = models;
  if (!first) return null;
  const nameOfFirst = shortModelName(first.model);
  const named = models.slice(0, MAX_NAMED_MODELS);
  return (
    <section
      aria-label="Models without a price"
      className="flex min-h-[34px] flex-none flex-wrap items-center gap-x-2 gap-y-1 border-t border-warn-line bg-warn-tint py-1 pr-2.5 pl-4 text-small"
    >
      <span className="flex-none">
        <StatusGlyph status="warning" label="" />
      </span>
      <span className="min-w-0 flex-[1_1_14rem] [overflow-wrap:anywhere]">
        {models.length === 1
          ? "1 model without a price was called"
          : `${models.length} models without a price were called`}
        , {nameInSentence(rangeName)}:{" "}
        {named.map(({ model, tokens }, index) => (
          <span key={model}>
            {index > 0 ? ", " : ""}
            <span className="text-code" title={model}>
              {shortModelName(model)}
            </span>{" "}
            ({formatTokens(tokens)} tokens)
          </span>
        ))}
        {models.length > named.length ? ` and ${models.length - named.length} more` : ""}
      </span>
      {onAdd ? (
        <Button size="small" className="ml-auto" onClick={() => onAdd(first.model)}>
          Set price of {nameOfFirst.length > 24 ? "the first" : nameOfFirst}
        </Button>
      ) : null}
    </section>
  );
}

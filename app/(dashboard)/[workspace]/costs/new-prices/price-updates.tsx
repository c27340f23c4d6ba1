import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { Checkbox } from "@/components/form/checkbox";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Tag } from "@/components/ui/tag";
import { costPerToken, type PriceUnit, priceText, shiftUnit } from "@/lib/format/price";
import type { PriceChange, PriceUpdate } from "./prepare-price-updates";
import type { PublishedPrice } from "./prepare-published-price";

type PriceUpdatesProps = {
  updates: readonly PriceUpdate[];
  /** Models without a published price in the list. */
  unknown: readonly string[];
  per: PriceUnit;
  chosen: ReadonlySet<string>;
  onChoose: (model: string, isChosen: boolean) => void;
};

const CELL_CLASS = "h-8 border-b border-line px-2 first:pl-0 last:pr-0";
const HEAD_CLASS = "h-7 border-b border-line px-2 text-micro font-medium text-ink-3 first:pl-0 last:pr-0";

const CHANGE_LABELS: Readonly<Record<PriceChange, string>> = {
  new: "no price yet",
  changed: "differs",
  same: "same price",
};

/** The models with their published and current prices; different prices can be selected. */
export function PriceUpdates({ updates: offers, unknown, per, chosen, onChoose }: PriceUpdatesProps) {
  return (
    <>
      {offers.length === 0 ? null : (
        <ScrollRegion aria-label="Published prices" className="max-h-[46vh] overflow-auto">
          <table className="w-full border-separate border-spacing-0 text-left text-small">
            <thead>
              <tr>
                <th scope="col" className={HEAD_CLASS}>
                  Model
                </th>
                <th scope="col" className={`${HEAD_CLASS} text-right`}>
                  Prompt
                </th>
                <th scope="col" className={`${HEAD_CLASS} text-right`}>
                  Completion
                </th>
                <th scope="col" className={`${HEAD_CLASS} text-right max-md:hidden`}>
                  Cache read
                </th>
                <th scope="col" className={HEAD_CLASS}>
                  vs. your prices
                </th>
              </tr>
            </thead>
            <tbody>
              {offers.map((offer) => (
                <PriceUpdateRow
                  key={offer.model}
                  update={offer}
                  per={per}
                  isChosen={chosen.has(offer.model)}
                  onChoose={onChoose}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {unknown.length === 0 ? null : (
        <p className="mt-2 text-small text-ink-2 [overflow-wrap:anywhere]">
          No published price for{" "}
          {unknown.map((model, index) => (
            <span key={model}>
              {index > 0 ? ", " : ""}
              <span className="text-code">{model}</span>
            </span>
          ))}
          .
        </p>
      )}
      {offers.length + unknown.length === 0 ? (
        <p className="text-small text-ink-2">
          No models were called in this time range, and none has a price yet. Look up a model by name.
        </p>
      ) : null}
    </>
  );
}

/** Returns the current price, or a note when only the rates of cached tokens differ. */
function currentText(current: PriceRecord, published: PublishedPrice, per: PriceUnit): string {
  const isSame = (cost: number | null, perMillion: number) => cost === costPerToken(String(perMillion), "1M");
  if (isSame(current.promptCost, published.prompt) && isSame(current.completionCost, published.completion)) {
    return "cached token rates differ";
  }
  const prompt = priceText(current.promptCost, current.promptUnit, per);
  return `${prompt}, ${priceText(current.completionCost, current.completionUnit, per)}`;
}

type PriceUpdateRowProps = Pick<PriceUpdatesProps, "per" | "onChoose"> & { update: PriceUpdate; isChosen: boolean };

function PriceUpdateRow({ update: offer, per, isChosen, onChoose }: PriceUpdateRowProps) {
  const { model, published, current, likeness } = offer;
  const text = (perMillion: number | undefined) =>
    priceText(perMillion === undefined ? null : Number(shiftUnit(String(perMillion), "1M", "1")), "USD", per);
  return (
    <tr>
      <td className={CELL_CLASS}>
        <label className="flex min-w-0 items-center gap-2">
          <Checkbox
            checked={isChosen}
            disabled={likeness === "same"}
            onCheckedChange={(checked) => onChoose(model, checked === true)}
            aria-label={`Add the price of ${model}`}
          />
          <span className="min-w-20 text-code [overflow-wrap:anywhere]">{model}</span>
          <span className="text-micro text-ink-3 max-md:hidden">{published.provider}</span>
        </label>
      </td>
      <td className={`${CELL_CLASS} text-right`}>{text(published.prompt)}</td>
      <td className={`${CELL_CLASS} text-right`}>{text(published.completion)}</td>
      <td className={`${CELL_CLASS} text-right max-md:hidden`}>{text(published.cacheRead)}</td>
      <td className={CELL_CLASS}>
        <span className="flex items-center gap-1.5 whitespace-nowrap">
          <Tag tone={likeness === "changed" ? "warn" : "plain"}>{CHANGE_LABELS[likeness]}</Tag>
          {likeness === "changed" && current ? (
            <span className="text-micro text-ink-3 max-md:hidden">{currentText(current, published, per)}</span>
          ) : null}
          {published.hasTiers ? (
            <span className="text-micro text-ink-3 max-md:hidden">more for long inputs</span>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

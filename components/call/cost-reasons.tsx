"use client";

import Link from "next/link";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import type { CostPart, CostReason } from "@/lib/calls/cost-reason";
import { formatCount } from "@/lib/format/count";
import { formatCallCost } from "@/lib/format/money";
import { priceText } from "@/lib/format/price";
import { formatFullTime } from "@/lib/format/time";

/** Explains each cost: tokens times price, and the price record that was used. */
export function CostReasons({ reasons }: { reasons: readonly CostReason[] }) {
  const shown = reasons.filter(({ parts }) => parts.length > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Show calculation" className="px-4 pb-3">
      <h3 className="py-1.5 text-small font-medium">Show calculation</h3>
      {shown.map((reason) => (
        <div key={reason.model} className="mb-2">
          <p className="text-small text-ink-2 [overflow-wrap:anywhere]">
            <span className="text-code text-ink">{reason.model}</span>, <Source reason={reason} />
          </p>
          <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)_max-content] gap-x-3 gap-y-0.5 text-small">
            {reason.parts.map((part) => (
              <div key={part.label} className="contents">
                <dt className="text-ink-3">{part.label}</dt>
                <dd className="text-ink-2">{productText(part)}</dd>
                <dd className="text-right">
                  {part.currency === "USD" ? formatCallCost(part.total) : priceText(part.total, part.currency, "1")}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

function productText({ tokens, costPerToken, currency }: CostPart): string {
  const price = `${priceText(costPerToken, currency, "1M")} per 1M`;
  return tokens === null ? `at ${price}` : `${formatCount(tokens)} × ${price}`;
}

function Source({ reason: { level, provider, effectiveMs, model } }: { reason: CostReason }) {
  const slug = useWorkspaceSlug();
  const since = effectiveMs === null ? "" : ` of ${formatFullTime(effectiveMs).slice(0, 10)}`;
  const by = provider === null || provider === "default" ? "" : ` (${provider})`;
  if (level !== "project") return `${level === "default" ? "the published price" : "the price"}${since}${by}`;
  const text = `the project's price${since}${by}`;
  if (slug === null) return text;
  return (
    <Link
      href={`/${slug}/costs?${new URLSearchParams({ models: model })}`}
      className="text-accent-text underline underline-offset-2"
    >
      {text}
    </Link>
  );
}

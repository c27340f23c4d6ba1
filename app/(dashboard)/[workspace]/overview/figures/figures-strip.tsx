import { useMemo } from "react";
import { Sparkline } from "@/components/chart/sparkline";
import { DeltaText } from "@/components/ui/delta-text";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { deltaText, figureParts } from "@/lib/format/period-delta";
import { type Figure, prepareFigures } from "./prepare-overview-figures";

/** Seven figures in one ruled row, each a link to its traces. */
export function FiguresStrip({ result, scope }: { result: CallsFiguresResult; scope: TracesScope }) {
  const figures = useMemo(() => prepareFigures(result), [result]);
  return (
    <ul
      aria-label="Figures"
      className="grid flex-none grid-cols-7 border-t border-line max-lg:grid-cols-4 max-md:grid-cols-2"
    >
      {figures.map((figure) => (
        <li
          key={figure.id}
          className="min-w-0 border-r border-b border-line last:border-r-0 max-lg:last:col-span-2 max-lg:[&:nth-child(4n)]:border-r-0 max-md:[&:nth-child(2n)]:border-r-0"
        >
          <FigureLink figure={figure} href={tracesHref(scope, figure.choice)} isCompared={result.previous !== null} />
        </li>
      ))}
    </ul>
  );
}

type FigureLinkProps = { figure: Figure; href: string; isCompared: boolean };

function FigureLink({ figure, href, isCompared }: FigureLinkProps) {
  const { value, unit } = figureParts(figure.text);
  const isWorse = figure.id === "errors" && figure.delta?.tone === "worse";
  return (
    <Link
      href={href}
      aria-label={`${figure.label} ${figure.text}${isCompared ? `, ${deltaText(figure.delta)}` : ""}${figure.note ? `, ${figure.note}` : ""}`}
      title={figure.note ?? undefined}
      className="grid gap-0.5 py-2.5 pr-3 pl-4 outline-offset-[-2px] hover:bg-hover max-md:pl-3"
    >
      <span className="text-micro font-medium text-ink-3">{figure.label}</span>
      <span className="truncate text-figure font-medium tracking-[-0.02em]">
        <Quantity text={value} />
        {unit === "" ? null : <span className="ml-1 text-base font-normal tracking-normal text-ink-3">{unit}</span>}
      </span>
      <span className="flex h-5 items-end justify-between gap-2">
        <DeltaText delta={figure.delta} isCompared={isCompared} />
        <Sparkline points={figure.points} color={isWorse ? "var(--err)" : "var(--ink-3)"} />
      </span>
    </Link>
  );
}

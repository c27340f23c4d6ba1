"use client";

import type { KeyboardEvent, Ref } from "react";
import type { Band } from "./lines-chart-props";
import type { PlotGeometry } from "./use-plot-geometry";

type BandLinksProps = {
  ref: Ref<SVGGElement>;
  label: string;
  bands: readonly Band[];
  geometry: PlotGeometry;
  /** The band in the tab order. */
  tabStop: number;
  onKeyDown: (event: KeyboardEvent<SVGGElement>) => void;
  onShow: (index: number | null, element: Element | null) => void;
  onOpen: (href: string) => void;
};

/** The band of an element. */
function bandOf(target: EventTarget): SVGAElement | null {
  return target instanceof Element ? target.closest<SVGAElement>("a[data-band]") : null;
}

/** One link over each time span of a plot. */
export function BandLinks({ ref, label, bands, geometry, tabStop, onKeyDown, onShow, onOpen }: BandLinksProps) {
  const show = (target: EventTarget) => {
    const link = bandOf(target);
    onShow(link ? Number(link.dataset.band) : null, link);
  };
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: no element of HTML groups marks inside a drawing
    // biome-ignore lint/a11y/useSemanticElements: HTML's own groups cannot stand inside a drawing
    <g
      ref={ref}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerOver={(event) => show(event.target)}
      onPointerLeave={() => onShow(null, null)}
      onFocus={(event) => {
        if (event.target.matches(":focus-visible")) show(event.target);
      }}
      onBlur={() => onShow(null, null)}
      onDragStart={(event) => event.preventDefault()}
      onClick={(event) => {
        const band = bands[Number(bandOf(event.target)?.dataset.band)];
        const isBrowsers = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (!band || isBrowsers) return;
        event.preventDefault();
        onOpen(band.href);
      }}
    >
      {bands.map((band, index) => {
        const x = geometry.x(band.startMs);
        const { title, when, facts } = band.tip;
        return (
          <a
            key={band.startMs}
            href={band.href}
            tabIndex={index === tabStop ? 0 : -1}
            aria-label={`${title}, ${when}: ${facts.map((fact) => `${fact.label} ${fact.value}`).join(", ")}`}
            data-band={index}
            className="outline-none [&:focus-visible>rect]:stroke-focus"
          >
            <rect
              x={x}
              y={geometry.top}
              width={Math.max(1, geometry.x(band.endMs) - x)}
              height={geometry.height}
              fill="transparent"
              strokeWidth="2"
            />
          </a>
        );
      })}
    </g>
  );
}

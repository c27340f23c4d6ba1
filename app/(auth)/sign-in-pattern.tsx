"use client";

import { useTheme } from "next-themes";
import { useEffect, useMemo, useRef, useState } from "react";
import { computePattern } from "./compute-pattern";

const THREAD_WIDTH_PX = 14;

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Floats of one color as one path: nine paths instead of four thousand elements. */
function pathsByColor({ columns, rows }: Size, isDark: boolean): readonly { fill: string; path: string }[] {
  const paths = new Map<string, string>();
  for (const { column, row, color: dye } of computePattern(columns, rows, isDark)) {
    const x = column * THREAD_WIDTH_PX;
    const y = row * THREAD_WIDTH_PX;
    const piece =
      dye === null
        ? `M${x} ${y + 1}h${THREAD_WIDTH_PX}v${THREAD_WIDTH_PX - 2}h-${THREAD_WIDTH_PX}z`
        : `M${x + 1} ${y}h${THREAD_WIDTH_PX - 2}v${THREAD_WIDTH_PX}h-${THREAD_WIDTH_PX - 2}z`;
    const fill = dye ?? "surface";
    paths.set(fill, (paths.get(fill) ?? "") + piece);
  }
  return [...paths].map(([fill, path]) => ({ fill, path }));
}

/** The woven picture of the sign-in page, computed from a reward curve; it appears nowhere else. */
export function SignInPattern() {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ columns: 0, rows: 0 });
  const { resolvedTheme } = useTheme();
  // The external system is the window size: as many threads as fit.
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setSize({ columns: Math.ceil(width / THREAD_WIDTH_PX), rows: Math.ceil(height / THREAD_WIDTH_PX) });
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const paths = useMemo(() => pathsByColor(size, resolvedTheme === "dark"), [size, resolvedTheme]);
  return (
    <div aria-hidden="true" className="flex min-h-0 flex-col border-l border-line max-md:hidden">
      <div ref={frame} className="min-h-0 flex-1 overflow-hidden bg-vat-0">
        <svg
          width={size.columns * THREAD_WIDTH_PX}
          height={size.rows * THREAD_WIDTH_PX}
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          {paths.map(({ fill, path }) => (
            <path key={fill} d={path} fill={`var(--${fill})`} />
          ))}
        </svg>
      </div>
    </div>
  );
}

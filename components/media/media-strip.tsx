"use client";

import { useMemo } from "react";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { type LocatedMedia, mediaInside, mediaInText } from "@/lib/json/media/media-inside";

const RichValueView = partLoadedLater(async () => (await import("./rich-value-view")).RichValueView);

/** Media listed beside a text or a comparison; the trace has all. */
const MAX_LISTED = 12;

type MediaStripProps = {
  /** The name of the list for screen readers: `Media of A`. */
  label: string;
  value: unknown;
  /** True for text that may itself be JSON. */
  isText?: boolean;
};

/** The media inside a value that is shown as text or compared line by line; nothing where there is none. */
export function MediaStrip({ label, value, isText = false }: MediaStripProps) {
  const media = useMemo(
    (): readonly LocatedMedia[] =>
      isText && typeof value === "string" ? mediaInText(value, MAX_LISTED) : mediaInside(value, MAX_LISTED),
    [value, isText],
  );
  return <MediaList label={label} media={media} />;
}

/** Media with their paths, one on each line; nothing where there is none. */
export function MediaList({ label, media }: { label: string; media: readonly LocatedMedia[] }) {
  if (media.length === 0) return null;
  return (
    <ul aria-label={label} className="grid min-w-0 gap-1 py-1">
      {media.map(({ path, rich }) => (
        <li key={path} className="flex min-w-0 flex-wrap items-center gap-x-2 text-small">
          {path === "" ? null : <span className="max-w-[240px] truncate text-code text-code-key">{path}</span>}
          <RichValueView rich={rich} />
        </li>
      ))}
    </ul>
  );
}

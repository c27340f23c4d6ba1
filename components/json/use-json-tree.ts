"use client";

import { useMemo, useState } from "react";
import { useCopyText } from "@/components/ui/use-copy-text";
import type { LazyParts, LoadRequest } from "@/lib/json/lazy/lazy-parts";
import { textToCopy } from "@/lib/json/lazy/whole-text";
import type { JsonHit } from "@/lib/json/lines/line-search";
import { revealed } from "@/lib/json/lines/line-search";
import { flattenJson, type JsonView } from "@/lib/json/lines/value-lines";
import type { JsonLine } from "@/lib/json/lines/viewer-line";
import type { RichMedia } from "@/lib/json/media/media-value";
import { joinedPath } from "@/lib/json/value/json-path";
import { useLazyParts } from "./use-lazy-parts";

const untouched: JsonView = { folds: new Map(), expandedTexts: new Set() };

/** The lines of a value as a tree, with what a line can do. */
export interface JsonTree {
  readonly lines: readonly JsonLine[];
  /** The loaded parts of lazy values. */
  readonly parts: LazyParts;
  readonly load: (request: LoadRequest) => void;
  readonly activeId: string | null;
  readonly setActiveId: (id: string | null) => void;
  /** The path of a line as text, beginning with the label of the value. */
  readonly pathOf: (line: JsonLine) => string;
  readonly fold: (line: JsonLine, isFolded: boolean) => void;
  /** Shows a long string in full. */
  readonly showAll: (line: JsonLine) => void;
  /** Unfolds everything around a search hit. */
  readonly reveal: (hit: JsonHit) => void;
  readonly copyValue: (line: JsonLine) => void;
  readonly copyPath: (line: JsonLine) => void;
  /** The media in the dialog. */
  readonly opened: OpenedMedia | null;
  readonly openMedia: (media: RichMedia, index: number) => void;
  readonly closeMedia: () => void;
}

interface OpenedMedia {
  readonly media: RichMedia;
  /** The file of the media that is shown first. */
  readonly index: number;
}

/** The lines of a value, the active line, and the actions of each. */
export function useJsonTree(label: string, value: unknown): JsonTree {
  const [view, setView] = useState(untouched);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [opened, setOpened] = useState<OpenedMedia | null>(null);
  const { parts, load } = useLazyParts();
  const copy = useCopyText();
  const lines = useMemo(() => flattenJson(value, view, parts), [value, view, parts]);
  // A label is already the beginning of a path: `messages[0]`.
  const pathOf = (line: JsonLine) => joinedPath(label, line.path);
  return {
    lines,
    parts,
    load,
    activeId,
    setActiveId,
    pathOf,
    fold: (line: JsonLine, isFolded: boolean) =>
      setView({ ...view, folds: new Map(view.folds).set(line.key, isFolded) }),
    showAll: (line: JsonLine) => setView({ ...view, expandedTexts: new Set(view.expandedTexts).add(line.key) }),
    reveal: (hit: JsonHit) => setView((shown) => revealed(shown, hit)),
    copyValue: (line: JsonLine) => copy(textToCopy(line.value), "Value copied"),
    copyPath: (line: JsonLine) => copy(pathOf(line), "Path copied"),
    opened,
    openMedia: (media: RichMedia, index: number) => setOpened({ media, index }),
    closeMedia: () => setOpened(null),
  };
}

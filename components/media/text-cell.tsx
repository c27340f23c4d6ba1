"use client";

import { useMemo } from "react";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { mediaInText } from "@/lib/json/media/media-inside";

const MediaCell = partLoadedLater(async () => (await import("./media-cell")).MediaCell);

/** Longer text is only in the opened row. */
const TITLE_LENGTH = 500;

type TextCellProps = {
  text: string;
  /** True for the beginning of a longer text. */
  isCut?: boolean;
};

/** A text in a cell; where it is the JSON of media, the media. */
export function TextCell({ text, isCut = false }: TextCellProps) {
  const [media] = useMemo(() => mediaInText(text, 1), [text]);
  if (media === undefined) return <span title={text.slice(0, TITLE_LENGTH)}>{text}</span>;
  return <MediaCell rich={media.rich} isCut={isCut} />;
}

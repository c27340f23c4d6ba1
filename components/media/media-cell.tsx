"use client";

import { useRef } from "react";
import { formatFullTime } from "@/lib/format/time";
import { fileFacts, shownName } from "@/lib/json/media/describe-media";
import type { MediaFile, RichMedia, RichValue } from "@/lib/json/media/media-value";
import { MAX_PREVIEW_BYTES } from "@/lib/json/media/read-media";
import { FileIcon } from "./file-icon";
import { Thumbnail } from "./thumbnail";
import { useIsInView } from "./use-is-in-view";
import { useDescribedFile, useMedia } from "./use-media";

type MediaCellProps = {
  rich: RichValue;
  /** True where the value may be only its beginning. */
  isCut?: boolean;
};

/**
 * Media or a time in a cell: a small image or a glyph, and the name. A cell has no buttons: opening the cell or its row
 * shows the media with all that can be done with it.
 */
export function MediaCell({ rich, isCut = false }: MediaCellProps) {
  if (rich.kind === "time") {
    return (
      <time dateTime={new Date(rich.timeMs).toISOString()} title={rich.text} className="tabular-nums">
        {formatFullTime(rich.timeMs)}
      </time>
    );
  }
  const [file, ...more] = rich.files;
  if (file === undefined) return <span className="text-code">{rich.type}</span>;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-middle" title={rich.type ?? undefined}>
      {isCut && file.source.kind === "inline" ? (
        <>
          <FileIcon kind={file.kind} />
          <span className="truncate">{shownName(file, null)}</span>
        </>
      ) : (
        <FileInCell file={file} metadataDigest={rich.metadataDigest} />
      )}
      {more.length > 0 ? <span className="flex-none text-micro text-ink-3">+{more.length}</span> : null}
    </span>
  );
}

function FileInCell({ file: given, metadataDigest }: { file: MediaFile } & Pick<RichMedia, "metadataDigest">) {
  const cell = useRef<HTMLSpanElement>(null);
  const isInView = useIsInView(cell);
  const { file, isDescribed } = useDescribedFile(given, metadataDigest, isInView);
  const isPreviewed = isDescribed && file.kind === "image" && (file.sizeBytes ?? 0) <= MAX_PREVIEW_BYTES;
  const { loaded } = useMedia(file, isInView && isPreviewed ? "preview" : null);
  const type = loaded?.type ?? null;
  const facts = fileFacts(file, type, null, loaded?.bytes.length ?? file.sizeBytes);
  return (
    <span ref={cell} className="inline-flex min-w-0 items-center gap-1.5">
      {isPreviewed ? <Thumbnail loaded={loaded} size="cell" /> : <FileIcon kind={type?.kind ?? file.kind} />}
      <span className="truncate">{shownName(file, type)}</span>
      {facts === "" ? null : <span className="truncate text-micro text-ink-3 tabular-nums">{facts}</span>}
    </span>
  );
}

"use client";

import { Tag } from "@/components/ui/tag";
import { formatFullTime } from "@/lib/format/time";
import { shownName } from "@/lib/json/media/describe-media";
import type { RichMedia, RichValue } from "@/lib/json/media/media-value";
import { FileIcon } from "./file-icon";
import { MediaFileLine } from "./media-file-line";

type MediaLineProps = {
  rich: RichValue;
  /** True where the value may be only its beginning: data inside it cannot be read. */
  isCut?: boolean;
  isInTree?: boolean;
  /** True below the images and players themselves. */
  isShownAbove?: boolean;
  /** Opens a file in a dialog. */
  onOpen: (index: number) => void;
};

/** Files of one object that are listed on its line; the dialog has all. */
const MAX_LISTED = 3;

/** Types whose name says no more than the file. */
const PLAIN_TYPE = /(?:^|\.)(?:Image|Wave_read|Audio|VideoClip|Content|Markdown|Op|File)$/;

/** A value that is more than its JSON, on one line: a time, or its files. An unknown type is named. */
export function MediaLine({ rich, isCut = false, isInTree = false, isShownAbove = false, onOpen }: MediaLineProps) {
  if (rich.kind === "time") {
    return (
      <time dateTime={new Date(rich.timeMs).toISOString()} title={rich.text} className="text-code-string">
        {formatFullTime(rich.timeMs)}
      </time>
    );
  }
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 align-middle">
      <TypeTag rich={rich} />
      {rich.files.slice(0, MAX_LISTED).map((file, index) =>
        isCut && file.source.kind === "inline" ? (
          <span key={file.name} className="inline-flex items-center gap-1.5 font-sans text-small text-ink-3">
            <FileIcon kind={file.kind} />
            {shownName(file, null)}, only its beginning is here
          </span>
        ) : (
          <MediaFileLine
            key={file.name}
            file={file}
            metadataDigest={rich.metadataDigest}
            isInTree={isInTree}
            isShownAbove={isShownAbove}
            onOpen={() => onOpen(index)}
          />
        ),
      )}
      {rich.files.length > MAX_LISTED ? (
        <button
          type="button"
          {...(isInTree ? { tabIndex: -1 } : {})}
          onClick={() => onOpen(MAX_LISTED)}
          className="font-sans text-small text-accent-text hover:underline"
        >
          {rich.files.length - MAX_LISTED} more files
        </button>
      ) : null}
    </span>
  );
}

/** The type of an object that pages know nothing else about. */
function TypeTag({ rich: { type } }: { rich: RichMedia }) {
  if (type === null || PLAIN_TYPE.test(type)) return null;
  return (
    <Tag tone="outline" title={type} className="max-w-[240px] truncate font-mono">
      {type}
    </Tag>
  );
}

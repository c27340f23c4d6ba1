"use client";

import { Download, Play } from "lucide-react";
import { useRef, useState } from "react";
import { useObjectUrl } from "@/components/object/use-object-url";
import { failureOf } from "@/lib/api/client/request-failure";
import { fileFacts, shownName, typeMismatch } from "@/lib/json/media/describe-media";
import type { MediaFile } from "@/lib/json/media/media-value";
import { MAX_PREVIEW_BYTES, MediaLimitError } from "@/lib/json/media/read-media";
import { FileIcon } from "./file-icon";
import { Thumbnail } from "./thumbnail";
import { useIsInView } from "./use-is-in-view";
import { type MediaAmount, type MediaRead, useDescribedFile, useMedia } from "./use-media";
import { useMediaDownload } from "./use-media-download";

type MediaFileLineProps = {
  file: MediaFile;
  metadataDigest: string | null;
  /** True in a tree, which is one tab stop: keys of the tree do what the buttons do. */
  isInTree: boolean;
  /** True below the image or the player itself. */
  isShownAbove: boolean;
  onOpen: () => void;
};

const BUTTON = "inline-flex flex-none items-center gap-1 rounded-chip text-ink-2 hover:text-ink";

/** One file in a line: a small image or a glyph, its name, what is known of it, and what can be done with it. */
export function MediaFileLine({ file: given, metadataDigest, isInTree, isShownAbove, onOpen }: MediaFileLineProps) {
  const line = useRef<HTMLSpanElement>(null);
  const isInView = useIsInView(line);
  const { file, isDescribed } = useDescribedFile(given, metadataDigest, isInView);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const isPreviewed = isDescribed && file.kind === "image" && (file.sizeBytes ?? 0) <= MAX_PREVIEW_BYTES;
  const read = useMedia(file, amountOf({ isAsked: isAsked || isPlaying, isPreviewed: isInView && isPreviewed }));
  const download = useMediaDownload(file, read);
  const { loaded } = read;
  const type = loaded?.type ?? null;
  const name = shownName(file, type);
  const size = loaded?.bytes.length ?? file.sizeBytes;
  const tab = isInTree ? { tabIndex: -1 } : {};
  const facts = fileFacts(file, type, loaded?.pixels ?? null, size);
  return (
    <span
      ref={line}
      className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-1.5 align-middle font-sans text-small"
    >
      <button
        type="button"
        {...tab}
        aria-label={`Open ${name}`}
        onClick={onOpen}
        className="inline-flex min-h-6 max-w-full min-w-0 items-center gap-1.5 rounded-chip text-accent-text hover:underline"
      >
        {isPreviewed && !isShownAbove ? (
          <Thumbnail loaded={loaded} onBroken={() => setIsBroken(true)} />
        ) : (
          <FileIcon kind={type?.kind ?? file.kind} />
        )}
        <span className="truncate">{name}</span>
      </button>
      {facts === "" ? null : <span className="flex-none text-micro text-ink-3 tabular-nums">{facts}</span>}
      {isPlaying && loaded?.type.kind === "audio" ? (
        <Player loaded={loaded} name={name} />
      ) : (type?.kind ?? file.kind) === "audio" && !isShownAbove ? (
        <button
          type="button"
          {...tab}
          aria-label={`Play ${name}`}
          aria-busy={isPlaying && read.isLoading}
          onClick={() => setIsPlaying(true)}
          className={`${BUTTON} h-6 px-1`}
        >
          <Play size={12} strokeWidth={2} aria-hidden="true" />
          Play
        </button>
      ) : null}
      <button
        type="button"
        {...tab}
        aria-label={`Download ${name}`}
        title={`Download ${name}`}
        aria-busy={download.isWaiting}
        onClick={() => {
          setIsAsked(true);
          download.start();
        }}
        className={`${BUTTON} size-6 justify-center`}
      >
        <Download size={12} strokeWidth={2} aria-hidden="true" />
      </button>
      <LineProblem
        file={file}
        read={read}
        isBroken={isBroken}
        isAsked={isAsked || isPlaying}
        tab={tab}
        onRetry={() => {
          setIsBroken(false);
          read.retry();
        }}
      />
    </span>
  );
}

function amountOf({ isAsked, isPreviewed }: { isAsked: boolean; isPreviewed: boolean }): MediaAmount | null {
  if (isAsked) return "all";
  return isPreviewed ? "preview" : null;
}

type LineProblemProps = {
  file: MediaFile;
  read: MediaRead;
  /** True when the browser could not decode the image. */
  isBroken: boolean;
  /** True after the user asked for the file. */
  isAsked: boolean;
  tab: { tabIndex?: number };
  onRetry: () => void;
};

/** Why a file is not shown on its line. */
function LineProblem({ file, read: { loaded, error }, isBroken, isAsked, tab, onRetry }: LineProblemProps) {
  // A file that the user asks for has another limit.
  if (error instanceof MediaLimitError && !isAsked)
    return <span className="flex-none text-micro text-ink-3">too large to preview</span>;
  const mismatch = loaded === null ? null : typeMismatch(file, loaded.type);
  if (mismatch !== null) return <span className="text-warn">{mismatch}</span>;
  if (error === null && !isBroken) return null;
  return (
    <span role="alert" className="text-err">
      {isBroken ? "The image is broken." : failureOf(error).message}{" "}
      <button type="button" {...tab} onClick={onRetry} className="text-accent-text hover:underline">
        Retry
      </button>
    </span>
  );
}

type PlayerProps = { loaded: NonNullable<ReturnType<typeof useMedia>["loaded"]>; name: string };

function Player({ loaded, name }: PlayerProps) {
  const url = useObjectUrl(loaded.bytes, loaded.type.mimeType);
  if (url === null) return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: recorded speech of a trace has no captions
    <audio controls autoPlay src={url} aria-label={name} className="h-8 w-[260px] max-w-full min-w-0 shrink" />
  );
}

"use client";

import { useRef, useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { shownName } from "@/lib/json/media/describe-media";
import type { MediaFile, RichMedia, RichValue } from "@/lib/json/media/media-value";
import { MAX_PREVIEW_BYTES } from "@/lib/json/media/read-media";
import { MediaBody } from "./media-body";
import { MediaLine } from "./media-line";
import { useIsInView } from "./use-is-in-view";
import { useDescribedFile, useMedia } from "./use-media";

const MediaDialog = openedLater(async () => (await import("./media-dialog")).MediaDialog);

type RichValueViewProps = {
  rich: RichValue;
  /** Shows images and players above the line, not only in the dialog. */
  isLarge?: boolean;
};

/** Media or a time outside a tree: a line, which opens its files. */
export function RichValueView({ rich, isLarge = false }: RichValueViewProps) {
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <>
      {isLarge && rich.kind === "media"
        ? rich.files.map((file) => <Preview key={file.name} file={file} metadataDigest={rich.metadataDigest} />)
        : null}
      <MediaLine rich={rich} isShownAbove={isLarge} onOpen={setOpened} />
      {opened !== null && rich.kind === "media" ? (
        <MediaDialog media={rich} index={opened} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}

/** An image or a player, once it has come into view; nothing for other files and large ones. */
function Preview({ file: given, metadataDigest }: { file: MediaFile } & Pick<RichMedia, "metadataDigest">) {
  const frame = useRef<HTMLDivElement>(null);
  const isInView = useIsInView(frame);
  const { file, isDescribed } = useDescribedFile(given, metadataDigest, isInView);
  const isShown = ["image", "audio", "video"].includes(file.kind) && (file.sizeBytes ?? 0) <= MAX_PREVIEW_BYTES;
  const { loaded } = useMedia(file, isInView && isDescribed && isShown ? "preview" : null);
  const isMedia = loaded !== null && ["image", "audio", "video"].includes(loaded.type.kind);
  return (
    <div ref={frame} className={isMedia ? "mt-1.5 mb-1" : "h-px"}>
      {isMedia ? <MediaBody loaded={loaded} name={shownName(file, loaded.type)} isSmall /> : null}
    </div>
  );
}

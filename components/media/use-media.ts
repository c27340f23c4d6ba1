"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useWorkspaces } from "@/components/session/use-workspace";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { type ByteType, byteType } from "@/lib/json/media/byte-type";
import { describedFile } from "@/lib/json/media/describe-media";
import type { MediaFile } from "@/lib/json/media/media-value";
import { type PixelSize, pixelSize } from "@/lib/json/media/pixel-size";
import {
  inlineBytes,
  MAX_OPENED_BYTES,
  MAX_PREVIEW_BYTES,
  type MediaAddress,
  readMedia,
} from "@/lib/json/media/read-media";

/** How much may be loaded: a preview without a request, or what the user opened. */
export type MediaAmount = "preview" | "all";

const LIMITS: Readonly<Record<MediaAmount, number>> = { preview: MAX_PREVIEW_BYTES, all: MAX_OPENED_BYTES };

/** Previews that left the page are forgotten soon: each may be megabytes. */
const KEPT_MS = 60_000;

/** Loaded bytes, and what they are. */
export interface LoadedMedia {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: ByteType;
  readonly pixels: PixelSize | null;
}

export interface MediaRead {
  readonly loaded: LoadedMedia | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

function loadedMedia(bytes: Uint8Array<ArrayBuffer>): LoadedMedia {
  return { bytes, type: byteType(bytes), pixels: pixelSize(bytes) };
}

/** The project of the current workspace, which stores the files of its values. */
function useMediaAddress(): MediaAddress | null {
  const { current } = useWorkspaces();
  return useMemo(
    () => (current === null ? null : { connectionId: current.connectionId, projectId: current.projectId }),
    [current],
  );
}

/** Loads a file up to the limit of an amount; null loads nothing. */
export function useMedia(file: MediaFile, amount: MediaAmount | null): MediaRead {
  const address = useMediaAddress();
  const client = useQueryClient();
  const { source } = file;
  const held = source.kind === "inline" && typeof source.text === "string" ? source.text : null;
  const [from, encoding] = source.kind === "inline" ? [source.from, source.encoding] : [0, "plain" as const];
  const decoded = useMemo(
    () => (held === null || amount === null ? null : decode(held, from, encoding, LIMITS[amount])),
    [held, from, encoding, amount],
  );
  const query = useQuery({
    ...mediaQuery(client, file, address, amount ?? "preview"),
    enabled: amount !== null && address !== null && held === null,
  });
  if (held !== null) return { loaded: null, error: null, ...decoded, isLoading: false, retry: () => undefined };
  return {
    loaded: query.data ?? null,
    error: query.isFetching ? null : query.error,
    isLoading: query.isFetching,
    retry: () => void query.refetch(),
  };
}

function decode(text: string, from: number, encoding: "base64" | "percent" | "plain", limitBytes: number) {
  try {
    return { loaded: loadedMedia(inlineBytes({ kind: "inline", text, from, encoding }, text, limitBytes)) };
  } catch (error) {
    return { error };
  }
}

function mediaQuery(
  client: ReturnType<typeof useQueryClient>,
  file: MediaFile,
  address: MediaAddress | null,
  amount: MediaAmount,
) {
  const key = (loaded: MediaAmount) =>
    serviceQueryKey(address?.connectionId ?? "", "file.content", [address?.projectId, sourceKey(file), loaded]);
  return queryOptions({
    queryKey: key(amount),
    queryFn: async ({ signal }) => {
      if (address === null) throw new Error("No workspace is open.");
      return loadedMedia(await readMedia(file, address, LIMITS[amount], signal));
    },
    // A preview within its limit is all of the file.
    initialData: () => (amount === "all" ? client.getQueryData<LoadedMedia>(key("preview")) : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
    retry: false,
  });
}

const lazyKeys = new WeakMap<LazyValue, number>();
let lazyCount = 0;

function sourceKey({ source }: MediaFile): string {
  if (source.kind === "stored") return source.digest;
  if (!(source.text instanceof LazyValue)) return "";
  const known = lazyKeys.get(source.text);
  if (known !== undefined) return `lazy ${known}`;
  lazyCount += 1;
  lazyKeys.set(source.text, lazyCount);
  return `lazy ${lazyCount}`;
}

const NO_FILE: MediaFile = {
  name: "metadata.json",
  kind: "text",
  claimedType: "application/json",
  sizeBytes: null,
  source: { kind: "stored", digest: "" },
};

/** A file with what its metadata says; the file alone until that has loaded, or where there is none. */
export interface DescribedFile {
  readonly file: MediaFile;
  readonly metadata: unknown;
  /** False while the metadata may still come. */
  readonly isDescribed: boolean;
}

/** Reads the file that describes another one. */
export function useDescribedFile(file: MediaFile, metadataDigest: string | null, isWanted: boolean): DescribedFile {
  const described = useMemo(
    (): MediaFile => ({ ...NO_FILE, source: { kind: "stored", digest: metadataDigest ?? "" } }),
    [metadataDigest],
  );
  const { loaded, error } = useMedia(described, isWanted && metadataDigest !== null ? "preview" : null);
  return useMemo(() => {
    const metadata = loaded === null ? null : jsonOf(loaded.bytes);
    const isDescribed = metadataDigest === null || loaded !== null || error !== null;
    return { file: describedFile(file, metadata), metadata, isDescribed };
  }, [file, metadataDigest, loaded, error]);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Not what an SDK writes: the file is shown without it.
    return null;
  }
}

/** Receives the pieces of a file one after the other. Without `close` no file is created. */
export interface FileSink {
  readonly write: (piece: string | Uint8Array<ArrayBuffer>) => Promise<void>;
  /** The file is complete. */
  readonly close: () => Promise<void>;
  /** Cancels the file; nothing is saved. */
  readonly abandon: () => Promise<void>;
}

/** The parts of the File System Access API used here. */
interface SavePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
}

/** Maximum size of a download, which the browser keeps in memory until it is complete. */
const MAX_DOWNLOAD_BYTES = 1_000_000_000;

/** Returns whether the browser can write a file piece by piece, with no limit on its size. */
export function canWriteFiles(): boolean {
  return (window as SavePicker).showSaveFilePicker !== undefined;
}

/** A download that exceeded the size limit for memory. */
class DownloadLimitError extends Error {
  constructor() {
    super(
      "The file exceeded 1 GB, which this browser would have to keep in memory, so the export was stopped. Narrow the filter, exclude columns, or use a browser that writes files directly.",
    );
    this.name = "DownloadTooLarge";
  }
}

/** Pieces are joined to blobs of this length, which the browser may keep on disk. */
const BLOB_LENGTH = 8_000_000;

/**
 * Opens a file for a large export: directly on disk if the browser can, else as a download.
 *
 * @returns null when the user closed the dialog
 */
export async function openLargeFile(name: string, mediaType: string): Promise<FileSink | null> {
  const { showSaveFilePicker } = window as SavePicker;
  if (!showSaveFilePicker) return openDownload(name, mediaType);
  try {
    const handle = await showSaveFilePicker.call(window, { suggestedName: name });
    const file = await handle.createWritable();
    return { write: (piece) => file.write(piece), close: () => file.close(), abandon: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    // A policy may forbid the dialog: the download has the same content.
    return openDownload(name, mediaType);
  }
}

/** Saves content that is already in the browser as a download. */
export function downloadBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content over when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Collects a file in the browser and saves it as a download when it is complete. */
export function openDownload(name: string, mediaType: string): FileSink {
  let blobs: Blob[] = [];
  let pieces: (string | Uint8Array<ArrayBuffer>)[] = [];
  let length = 0;
  let wholeLength = 0;
  const gather = () => {
    blobs.push(new Blob(pieces));
    pieces = [];
    length = 0;
  };
  return {
    write: async (piece) => {
      wholeLength += piece.length;
      if (wholeLength > MAX_DOWNLOAD_BYTES) throw new DownloadLimitError();
      pieces.push(piece);
      length += piece.length;
      if (length >= BLOB_LENGTH) gather();
    },
    close: async () => {
      gather();
      downloadBlob(new Blob(blobs, { type: mediaType }), name);
    },
    abandon: async () => {
      blobs = [];
      pieces = [];
    },
  };
}

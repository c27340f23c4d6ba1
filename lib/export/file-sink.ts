/** Takes the pieces of a file one after the other. What is not closed never becomes a file. */
export interface FileSink {
  readonly write: (text: string) => Promise<void>;
  /** The file is whole. */
  readonly close: () => Promise<void>;
  /** The file is given up; nothing is saved. */
  readonly abandon: () => Promise<void>;
}

/** What the browser has of the File System Access API. */
interface SavePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
}

/** More than this is not collected for a download: the browser holds it in memory until it is whole. */
const MAX_DOWNLOAD_BYTES = 1_000_000_000;

/** Whether the browser can write a file piece by piece, however large it gets. */
export function canWriteFiles(): boolean {
  return (window as SavePicker).showSaveFilePicker !== undefined;
}

/** A download that grew beyond what the browser should hold. */
class DownloadLimitError extends Error {
  constructor() {
    super(
      "The file grew beyond 1 GB, which this browser would have to hold in memory, so it was given up. Narrow the filter, leave out columns, or use a browser that writes files directly.",
    );
    this.name = "DownloadTooLarge";
  }
}

/** Pieces are joined to blobs of this length, which the browser may keep on disk. */
const BLOB_LENGTH = 8_000_000;

/**
 * Opens a file for a large export: straight onto the disk where the browser can, else as a download.
 *
 * @returns null when the person closed the dialog
 */
export async function openLargeFile(name: string, mediaType: string): Promise<FileSink | null> {
  const { showSaveFilePicker } = window as SavePicker;
  if (!showSaveFilePicker) return openDownload(name, mediaType);
  try {
    const handle = await showSaveFilePicker.call(window, { suggestedName: name });
    const file = await handle.createWritable();
    return { write: (text) => file.write(text), close: () => file.close(), abandon: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    // A policy may forbid the dialog: the download has the same content.
    return openDownload(name, mediaType);
  }
}

/** Hands content that the browser has over as a download. */
export function downloadBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content over when the press has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Collects a file in the browser and hands it over as a download when it is whole. */
export function openDownload(name: string, mediaType: string): FileSink {
  let blobs: Blob[] = [];
  let pieces: string[] = [];
  let length = 0;
  let wholeLength = 0;
  const gather = () => {
    blobs.push(new Blob(pieces));
    pieces = [];
    length = 0;
  };
  return {
    write: async (text) => {
      wholeLength += text.length;
      if (wholeLength > MAX_DOWNLOAD_BYTES) throw new DownloadLimitError();
      pieces.push(text);
      length += text.length;
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

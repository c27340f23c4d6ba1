import { join } from "node:path";
import { readBlobAddress } from "./blob-address";
import type { BlobStore } from "./blob-store";
import { Bucket } from "./bucket";
import { BucketBlobs } from "./bucket-blobs";
import { FolderBlobs } from "./folder-blobs";

/** Opens the bucket that `HEDDLE_BLOBS` names; null when blobs are in the data folder. */
export async function openBucket(address: string | undefined): Promise<Bucket | null> {
  if (address === undefined) return null;
  const bucket = await Bucket.open(readBlobAddress(address));
  await bucket.check();
  return bucket;
}

/**
 * Opens a store of blobs.
 *
 * @param room the beginning of the objects' names in a bucket
 * @param folder the folder of the blobs, or of unfinished ones when a bucket stores them
 */
export async function openBlobs(bucket: Bucket | null, room: string, folder: string): Promise<BlobStore> {
  if (bucket === null) return await FolderBlobs.open(folder);
  return await BucketBlobs.open(bucket, room, join(folder, "incoming"));
}

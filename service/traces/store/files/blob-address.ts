/** A bucket, and the prefix of all object names that Heddle uses in it. */
export interface BlobAddress {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
}

/** Reads `s3://bucket/prefix`, which the environment has checked. */
export function readBlobAddress(text: string): BlobAddress {
  const [bucket = "", ...segments] = text.replace("s3://", "").split("/");
  const prefix = segments.filter((segment) => segment !== "").join("/");
  return { bucket, prefix: prefix === "" ? "" : `${prefix}/` };
}

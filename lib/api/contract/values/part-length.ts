/** Maximum characters of JSON text in one part. */
export const MAX_PART_LENGTH = 1024 * 1024;

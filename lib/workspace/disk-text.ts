/** What a full disk of a service means, in sentences. */
export const FULL_DISK_TEXT =
  "Stored data can be read and deleted. New calls and other changes are refused until 128 MB are free.";

export const VERY_LOW_DISK_TEXT =
  "Less than 5% is free. Once it is full, new calls are refused: free some space, or limit what projects keep.";

export const LOW_DISK_TEXT =
  "Less than 10% of the disk is free. Once it is full, new calls are refused. Free some space, or limit the age or size of projects under Settings → Workspaces.";

import type { JsonPath, Slice } from "@/lib/json/scan/json-slices";
import type { ValueText } from "@/lib/json/scan/value-text";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { StoredPayloadAddress, ValueTexts } from "./value-texts";

/**
 * Returns the text of a payload, and the position of the value at a path.
 * @throws NotFoundError when the call does not exist, or the path has no value
 */
export async function openSlice(
  { values, signal }: { readonly values: ValueTexts; readonly signal: AbortSignal },
  address: StoredPayloadAddress & { readonly path: JsonPath },
): Promise<{ readonly value: ValueText; readonly slice: Slice }> {
  const value = await values.open(address, signal);
  const slice = await value.sliceAt(address.path);
  if (slice === undefined) throw new NotFoundError(`The ${address.field} of the call has no value at this path.`);
  return { value, slice };
}

import type { AnyValue, RawResource, RawScope, RawSpan } from "@/lib/api/contract/calls/otel";
import { errorMessage } from "@/lib/guard/error-message";
import { decodeAnyValue, decodeResource, decodeScope, decodeSpan } from "@/service/traces/otel/otlp-messages";
import { WireError } from "./wire-reader";

/** The general decoder, for messages that are rare or of an unusual form; its errors are as those of the reader. */
export const GENERAL_DECODER = {
  resource: (bytes: Uint8Array): RawResource => refusing(() => decodeResource(bytes)),
  scope: (bytes: Uint8Array): RawScope => refusing(() => decodeScope(bytes)),
  span: (bytes: Uint8Array): RawSpan => refusing(() => decodeSpan(bytes)),
  value: (bytes: Uint8Array): AnyValue => refusing(() => decodeAnyValue(bytes)),
};

function refusing<Message>(decode: () => Message): Message {
  try {
    return decode();
  } catch (error) {
    throw new WireError(errorMessage(error));
  }
}

import type { Identity } from "@/service/kernel/access/identity";
import type { Provider } from "./provider";

/** The sender of a request, and the record that receives details about it. */
export interface CompletionAccess {
  readonly identity: Identity;
  readonly note: (facts: { readonly projects?: Iterable<string> }) => void;
}

/** Models that this service runs itself. */
export interface BuiltInModelSource {
  /** These models as a provider, limited to the models the sender may see. */
  provider(access: CompletionAccess): Provider;
}

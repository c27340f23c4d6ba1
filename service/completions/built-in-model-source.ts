import type { Identity } from "@/service/access/identity";
import type { Provider } from "./provider";

/** Who asks, and where what is found out about the request goes. */
export interface CompletionAccess {
  readonly identity: Identity;
  readonly note: (facts: { readonly projects?: Iterable<string> }) => void;
}

/** Models that this service runs itself. */
export interface BuiltInModelSource {
  /** They, as a provider for one who asks: it knows the models that this one may see. */
  provider(access: CompletionAccess): Provider;
}

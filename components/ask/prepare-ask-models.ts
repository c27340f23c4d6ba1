import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ResultOf } from "@/lib/api/contract/operations";

type Providers = ResultOf<"completions.providers">["providers"];

/** The models that a question can be sent to, or why there are none. */
export type AskModels =
  | { readonly kind: "loading" }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  /** The service does not list models, or its providers do not: the user types one. */
  | { readonly kind: "typed" }
  | { readonly kind: "listed"; readonly models: readonly string[] };

/** Returns the models of all usable providers, as `provider/model`. */
export function askModels(providers: Providers | undefined, failure: ServiceFailure | null): AskModels {
  if (providers === undefined) {
    if (failure === null) return { kind: "loading" };
    return failure.kind === "unsupported" ? { kind: "typed" } : { kind: "failed", failure };
  }
  const usable = providers.filter((provider) => provider.is_usable);
  if (usable.length === 0) return { kind: "none" };
  const models = usable.flatMap(({ name, models: own }) => (own ?? []).map((model) => `${name}/${model}`));
  return models.length === 0 ? { kind: "typed" } : { kind: "listed", models };
}

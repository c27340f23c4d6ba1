import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";

/** Explains why a model cannot be used, and which names work. */
export function unknownModelMessage(model: string, { providers }: Pick<ProviderDirectory, "providers">): string {
  const usable = providers.filter(({ apiKey, keyVariable }) => apiKey !== null || keyVariable === null);
  const names = usable.map(({ name }) => `${name}/`).join(", ");
  return `No provider found for the model ${model}. Use provider/model with one of: ${names}.`;
}

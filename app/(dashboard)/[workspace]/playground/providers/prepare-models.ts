import type { PlaygroundProvider, ProviderList } from "./use-providers";

interface ModelGroup {
  readonly title: string;
  /** The names as they are sent: `provider/model`. */
  readonly models: readonly string[];
}

export interface ModelChoices {
  readonly groups: readonly ModelGroup[];
  /** The models that cannot be chosen, and how to change that; empty when there is nothing to report. */
  readonly note: string;
}

/** The models that can be chosen, by provider. */
export function modelChoices(list: ProviderList): ModelChoices {
  switch (list.kind) {
    case "asking":
      return { groups: [], note: "Loading models. You can enter any name." };
    case "not-offered":
      return { groups: [], note: "This connection does not list models. Enter a name that its service supports." };
    case "failed":
      return { groups: [], note: `Could not load models: ${list.failure.message} You can enter any name.` };
    case "none-usable":
    case "usable":
      return { groups: groupsOf(list.providers), note: noteOf(list.providers) };
  }
}

function groupsOf(providers: readonly PlaygroundProvider[]): ModelGroup[] {
  return providers
    .filter((provider) => provider.is_usable && provider.models !== null && provider.models.length > 0)
    .map(({ name, title, models }) => ({ title, models: (models ?? []).map((model) => `${name}/${model}`) }));
}

function noteOf(providers: readonly PlaygroundProvider[]): string {
  const silent = providers.filter((provider) => provider.is_usable && !provider.models?.length);
  const sentences = silent.map(({ title, name }) => `${title} does not list its models: write ${name}/ and a name.`);
  const locked = providers.filter((provider) => !provider.is_usable && provider.api_key_name !== null);
  if (locked.length > 0)
    sentences.push(`${locked.length} more with a key: ${locked.map(({ title }) => title).join(", ")}.`);
  return sentences.join(" ");
}

import type { PlaygroundProvider, ProviderList } from "./use-providers";

interface ModelGroup {
  readonly title: string;
  /** As they are sent: `provider/model`. */
  readonly models: readonly string[];
}

export interface ModelChoices {
  readonly groups: readonly ModelGroup[];
  /** What cannot be chosen, and how it could be; empty where there is nothing to say. */
  readonly note: string;
}

/** The models that can be chosen, by provider. */
export function modelChoices(list: ProviderList): ModelChoices {
  switch (list.kind) {
    case "asking":
      return { groups: [], note: "Asking the providers for their models. Any name can be written." };
    case "not-offered":
      return { groups: [], note: "This connection does not list models. Write a name as its service knows it." };
    case "failed":
      return { groups: [], note: `The models could not be listed: ${list.failure.message} Any name can be written.` };
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

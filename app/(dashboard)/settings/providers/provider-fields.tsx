"use client";

import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { SecretField } from "@/components/settings/secret-field";
import { HeadersField } from "./headers-field";
import { canKeepSecrets, type ModelProvider, type ProviderDraft } from "./prepare-providers";

type ProviderFieldsProps = {
  provider: ModelProvider | null;
  draft: ProviderDraft;
  errors: Partial<Record<"name" | "title" | "base_url" | "api_key" | "api_version" | "headers", string | undefined>>;
  onChange: (change: Partial<ProviderDraft>) => void;
};

/** The fields of a provider. Another address requires the secrets again: they are never sent elsewhere. */
export function ProviderFields({ provider, draft, errors, onChange }: ProviderFieldsProps) {
  const keeps = canKeepSecrets(provider, draft.baseUrl);
  const variable = provider?.api_key_name;
  return (
    <>
      {provider ? null : (
        <Field label="Name" hint="prefix of model names: name/model" error={errors.name}>
          {(ids) => (
            <Input
              {...ids}
              isMono
              value={draft.name}
              isInvalid={errors.name !== undefined}
              spellCheck={false}
              autoComplete="off"
              required
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Base URL" hint="without /chat/completions" error={errors.base_url}>
        {(ids) => (
          <Input
            {...ids}
            isMono
            value={draft.baseUrl}
            isInvalid={errors.base_url !== undefined}
            placeholder="http://127.0.0.1:8000/v1"
            spellCheck={false}
            autoComplete="off"
            required
            onChange={(event) => onChange({ baseUrl: event.target.value })}
          />
        )}
      </Field>
      <SecretField
        label="API key"
        value={draft.apiKey}
        isEntryRequired={!keeps}
        isEditable
        error={errors.api_key}
        hint={
          draft.apiKey === null && !keeps
            ? "enter it again for the new base URL"
            : variable
              ? `overrides ${variable}; leave empty for none`
              : "leave empty for none"
        }
        onChange={(apiKey) => onChange({ apiKey })}
      />
      <HeadersField
        names={provider?.extra_header_names ?? []}
        value={keeps ? draft.headers : (draft.headers ?? "")}
        error={errors.headers}
        onChange={(headers) => onChange({ headers })}
      />
      <Field label="api_version" hint="sent as api-version, required by Azure" error={errors.api_version}>
        {(ids) => (
          <Input
            {...ids}
            isMono
            value={draft.apiVersion}
            isInvalid={errors.api_version !== undefined}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange({ apiVersion: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

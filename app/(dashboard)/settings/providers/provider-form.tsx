"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { FormDialog } from "@/components/dialog/form-dialog";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { modelProviderSet } from "@/lib/api/contract/admin/model-providers";
import { type ModelProvider, type ProviderDraft, parseHeaders, providerDraftOf, setRequest } from "./prepare-providers";
import { ProviderFields } from "./provider-fields";
import { useClearTest } from "./use-provider-test";

const FIELDS = ["name", "title", "base_url", "api_key", "api_version"] as const;

type ProviderFormProps = {
  provider: ModelProvider | null;
  onClose: () => void;
  onRemove: (provider: ModelProvider) => void;
};

/** Configures a provider. Stored secrets are never in the page; they are kept or replaced. */
export function ProviderForm({ provider, onClose, onRemove }: ProviderFormProps) {
  const { form, errors, others, change, submit } = useValidatedForm({
    schema: z
      .custom<ProviderDraft>()
      .transform((values) => setRequest(values, provider))
      .pipe(modelProviderSet),
    defaultValues: providerDraftOf(provider),
    fields: FIELDS,
  });
  const draft = form.watch();
  const queryClient = useQueryClient();
  const forgetTest = useClearTest();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (request: z.output<typeof modelProviderSet>) => callApp("modelProviders.set", request),
    onSuccess: async ({ name }) => {
      forgetTest(name);
      await queryClient.invalidateQueries({ queryKey: appQueryKey("modelProviders.list") });
      // The playground's cached provider data is outdated.
      await queryClient.invalidateQueries({ queryKey: ["service"] });
      toast("Provider configured");
      onClose();
    },
    // The request contains the key: it is not cached after this dialog closes.
    gcTime: 0,
  });
  const parsed = parseHeaders(draft.headers ?? "");
  const headersError = "badLine" in parsed ? `"${parsed.badLine}" is not in the form Name: value` : undefined;
  return (
    <FormDialog
      title={provider ? `Configure ${provider.title}` : "New provider"}
      description="Any server with an OpenAI-compatible API. Prompts of the playground and of completions are sent to its base URL."
      action="Save provider"
      isReady={draft.name.trim() !== "" && draft.baseUrl.trim() !== "" && headersError === undefined}
      change={save}
      messages={others}
      aside={
        // A narrow row has no space for it.
        provider?.source === "settings" ? (
          <Button kind="danger" className="md:hidden" onClick={() => onRemove(provider)}>
            Remove
          </Button>
        ) : null
      }
      onSubmit={submit(save.mutate)}
      onClose={onClose}
    >
      <ProviderFields
        provider={provider}
        draft={draft}
        errors={{ ...errors, headers: headersError }}
        onChange={change}
      />
    </FormDialog>
  );
}

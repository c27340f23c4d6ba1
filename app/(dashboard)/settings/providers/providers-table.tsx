"use client";

import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import { type ModelProvider, providerKeyText } from "./prepare-providers";
import { useProviderTest } from "./use-provider-test";

type RowActions = { onEdit: (provider: ModelProvider) => void; onRemove: (provider: ModelProvider) => void };

/** The available providers with their settings and the result of their last test. */
export function ProvidersTable({ providers, ...actions }: RowActions & { providers: readonly ModelProvider[] }) {
  return (
    <SmallTable aria-label="Model providers">
      <thead>
        <tr>
          <SmallTableHeadCell className="w-[190px] max-md:w-auto">Provider</SmallTableHeadCell>
          <SmallTableHeadCell className="max-lg:hidden">Base URL</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[190px] max-md:hidden">Key</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[200px] max-md:w-[96px]">Test result</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[228px] max-md:w-[156px]">
            <span className="sr-only">Actions</span>
          </SmallTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {providers.map((provider) => (
          <ProviderRow key={provider.name} provider={provider} {...actions} />
        ))}
      </tbody>
    </SmallTable>
  );
}

function ProviderRow({ provider, onEdit, onRemove }: RowActions & { provider: ModelProvider }) {
  const { name, title, base_url: address, source, key } = provider;
  const test = useProviderTest(name);
  const isSet = source !== "none";
  return (
    <tr className="group/row">
      <SmallTableCell title={`${name}/model`}>
        <span className={isSet ? "font-medium" : "text-ink-2"}>{title}</span>{" "}
        <span className="text-code text-ink-3 max-md:hidden">{name}/</span>
      </SmallTableCell>
      <SmallTableCell className="text-code text-ink-2 max-lg:hidden" title={address}>
        {address}
      </SmallTableCell>
      <SmallTableCell className="text-ink-2 max-md:hidden">
        <span className="flex items-center gap-1.5">
          {key === "unreadable" ? <StatusGlyph status="warning" label="" /> : null}
          <span className="truncate">{providerKeyText(provider)}</span>
          {source === "settings" ? <Tag>settings</Tag> : source === "environment" ? <Tag>environment</Tag> : null}
        </span>
      </SmallTableCell>
      <SmallTableCell>
        <TestAnswer
          failure={test.isError ? failureOf(test.error).message : test.data?.failure}
          models={test.data?.models}
        />
      </SmallTableCell>
      <SmallTableCell className="pr-2 text-right">
        {key === "not-set" || key === "unreadable" ? null : (
          <Button
            kind="ghost"
            size="small"
            aria-label={`Test ${title}`}
            isBusy={test.isFetching}
            onClick={() => void test.refetch()}
          >
            Test
          </Button>
        )}
        <Button kind="ghost" size="small" aria-label={`Configure ${title}`} onClick={() => onEdit(provider)}>
          Configure
        </Button>
        {source === "settings" ? (
          <Button
            kind="ghost"
            size="small"
            className="max-md:hidden"
            aria-label={`Remove ${title}`}
            onClick={() => onRemove(provider)}
          >
            Remove
          </Button>
        ) : null}
      </SmallTableCell>
    </tr>
  );
}

type TestAnswerProps = { failure: string | null | undefined; models: readonly string[] | null | undefined };

function TestAnswer({ failure, models }: TestAnswerProps) {
  if (failure) {
    return (
      <span className="flex items-center gap-1.5 text-err" title={failure}>
        <StatusGlyph status="error" label="" />
        <span className="truncate">{failure}</span>
      </span>
    );
  }
  if (!models) return <Unknown />;
  return (
    <span className="flex items-center gap-1.5" title={models.join(", ")}>
      <StatusGlyph status="ok" />
      {countOf(models.length, "model")}
    </span>
  );
}

"use client";

import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Unknown } from "@/components/table/cells";
import { Cell, HeadCell, SmallTable } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import { keyText, type ModelProvider } from "./prepare-providers";
import { useProviderTest } from "./use-provider-test";

type RowActions = { onEdit: (provider: ModelProvider) => void; onRemove: (provider: ModelProvider) => void };

/** Every provider that is known, with what is set of it and what it answered. */
export function ProvidersTable({ providers, ...actions }: RowActions & { providers: readonly ModelProvider[] }) {
  return (
    <SmallTable aria-label="Model providers">
      <thead>
        <tr>
          <HeadCell className="w-[190px] max-md:w-auto">Provider</HeadCell>
          <HeadCell className="max-lg:hidden">Address</HeadCell>
          <HeadCell className="w-[190px] max-md:hidden">Key</HeadCell>
          <HeadCell className="w-[200px] max-md:w-[96px]">Answer</HeadCell>
          <HeadCell className="w-[196px] max-md:w-[132px]">
            <span className="sr-only">Actions</span>
          </HeadCell>
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
      <Cell title={`${name}/model`}>
        <span className={isSet ? "font-medium" : "text-ink-2"}>{title}</span>{" "}
        <span className="text-code text-ink-3 max-md:hidden">{name}/</span>
      </Cell>
      <Cell className="text-code text-ink-2 max-lg:hidden" title={address}>
        {address}
      </Cell>
      <Cell className="text-ink-2 max-md:hidden">
        <span className="flex items-center gap-1.5">
          {key === "unreadable" ? <StatusGlyph status="warning" label="" /> : null}
          <span className="truncate">{keyText(provider)}</span>
          {source === "settings" ? <Tag>set here</Tag> : source === "environment" ? <Tag>environment</Tag> : null}
        </span>
      </Cell>
      <Cell>
        <TestAnswer
          failure={test.isError ? failureOf(test.error).message : test.data?.failure}
          models={test.data?.models}
        />
      </Cell>
      <Cell className="pr-2 text-right">
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
        <Button kind="ghost" size="small" aria-label={`Set ${title}`} onClick={() => onEdit(provider)}>
          Set
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
      </Cell>
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

"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { useHasInstanceRole, useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { askQuery, queryProblems } from "@/lib/ask/ask-query";
import { MAX_SENTENCE_LENGTH } from "@/lib/ask/query-question";
import { readStored, writeStored } from "@/lib/storage/browser-storage";
import type { AskedProject } from "./asked-project";
import { completeQuestion } from "./complete-question";
import { type AskModels, askModels } from "./prepare-ask-models";

const TITLE = "Ask in words";
const DESCRIPTION =
  "A model writes the query for a sentence. It gets the sentence, the query grammar and names of ops and fields of the rows on the page, never inputs or outputs.";

type AskDialogProps = AskedProject & { onClose: () => void };

/** Asks a model for a query; says why where none can be asked. */
export function AskDialog(props: AskDialogProps) {
  const { workspace, onClose } = props;
  const isMember = useHasRole("member");
  const isAdmin = useHasInstanceRole("admin") === true;
  const providers = useQuery({
    ...serviceQuery(workspace.connectionId, "completions.providers", undefined),
    enabled: isMember !== false,
  });
  const models = askModels(providers.data?.providers, providers.error ? failureOf(providers.error) : null);
  const off = (reason: ReactNode) => (
    <ViewDialog title={TITLE} description={DESCRIPTION} onClose={onClose}>
      {reason}
    </ViewDialog>
  );
  if (isMember === false) return off(<p>Running models costs money and needs the member role. Ask an admin.</p>);
  switch (models.kind) {
    case "loading":
      return off(<Skeleton className="h-8" />);
    case "none":
      return off(
        <p>
          This is off until a model provider is set.{" "}
          {isAdmin ? (
            <Link href="/settings/providers" className="text-accent-text underline">
              Add one under Settings → Providers
            </Link>
          ) : (
            "An admin can add one under Settings → Providers"
          )}
          .
        </p>,
      );
    case "failed":
      return off(
        <div className="grid gap-2">
          <Callout tone="err">{models.failure.message}</Callout>
          <Button className="w-fit" isBusy={providers.isFetching} onClick={() => void providers.refetch()}>
            Retry
          </Button>
        </div>,
      );
    default:
      return <AskForm {...props} models={models} />;
  }
}

const STORED_MODEL = "heddle-ask-model";

type AskFormProps = AskDialogProps & { models: Extract<AskModels, { kind: "typed" | "listed" }> };

function AskForm({ workspace, ops, paths, onQuery, onClose, models }: AskFormProps) {
  const stored = readStored(STORED_MODEL) ?? "";
  const listed = models.kind === "listed" ? models.models : null;
  const [model, setModel] = useState(listed === null || listed.includes(stored) ? stored : (listed[0] ?? ""));
  const [sentence, setSentence] = useState("");
  const [query, setQuery] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  // The outside system is the provider: a closed dialog needs no answer.
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  const ask = useMutation({
    mutationFn: () => {
      writeStored(STORED_MODEL, model);
      const question = { sentence: sentence.trim(), ops, paths, nowMs: Date.now() };
      return askQuery(question, (messages) => completeQuestion(workspace, model, messages, stop.current.signal));
    },
    onSuccess: (asked) => setQuery(asked.query),
  });
  const canAsk = sentence.trim() !== "" && model.trim() !== "";
  const problems = query === null ? [] : query === ask.data?.query ? ask.data.problems : queryProblems(query);
  const submit = () => {
    if (query === null) ask.mutate();
    else {
      onQuery(query.trim());
      onClose();
    }
  };
  return (
    <FormDialog
      title={TITLE}
      description={DESCRIPTION}
      size="wide"
      action={query === null ? "Write query" : "Run query"}
      isReady={query === null ? canAsk : query.trim() !== "" && problems.length === 0}
      change={query === null ? ask : { isPending: false, error: null }}
      onSubmit={submit}
      onClose={onClose}
      aside={
        query === null ? undefined : (
          <Button kind="ghost" isBusy={ask.isPending} disabled={!canAsk} onClick={() => ask.mutate()}>
            Write again
          </Button>
        )
      }
    >
      <Field label="Sentence" hint="for example: searches that failed or took longer than two seconds since yesterday">
        {(ids) => (
          <Input
            {...ids}
            value={sentence}
            maxLength={MAX_SENTENCE_LENGTH}
            autoComplete="off"
            onChange={(event) => setSentence(event.target.value)}
          />
        )}
      </Field>
      <Field label="Model" hint="The provider bills the request. It is not stored as a call.">
        {(ids) =>
          listed === null ? (
            <Input
              {...ids}
              isMono
              value={model}
              placeholder="provider/model"
              onChange={(event) => setModel(event.target.value)}
            />
          ) : (
            <Select
              id={ids.id}
              label="Model"
              value={model}
              options={listed.map((name) => ({ value: name, label: name }))}
              onChange={setModel}
            />
          )
        }
      </Field>
      {query === null ? null : (
        <Field label="Query" error={problems.length > 0 ? problemText(problems) : undefined} hint={hintOf(ask.data)}>
          {(ids) => (
            <Input
              {...ids}
              isMono
              value={query}
              isInvalid={problems.length > 0}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setQuery(event.target.value)}
            />
          )}
        </Field>
      )}
      {query !== null && ask.isError ? <Callout tone="err">{failureOf(ask.error).message}</Callout> : null}
    </FormDialog>
  );
}

const problemText = (problems: readonly { readonly text: string; readonly message: string }[]) =>
  problems.map(({ text, message }) => (text === "" ? message : `${text}: ${message}`)).join("; ");

const hintOf = (asked: { readonly attemptCount: number } | undefined) =>
  asked?.attemptCount === 2
    ? "Check it before you run it. The first answer was not valid, so the model was asked again."
    : "Check it before you run it.";

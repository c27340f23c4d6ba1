"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { type RedactionRule, redactionRule } from "@/lib/api/contract/admin/redaction";
import type { Workspace } from "@/lib/workspace/workspace";
import { NEW_RULE, type RedactionRules, ruleErrors, rulesWith } from "./prepare-redaction";
import { RuleFields } from "./rule-fields";
import { RulePreview } from "./rule-preview";
import { useSaveRules } from "./use-save-rules";

const FIELDS = ["name", "pattern", "places"] as const;

/** A rule that has no name yet can be previewed. */
const PREVIEW_NAME = "rule";

type RuleDialogProps = {
  workspace: Workspace;
  stored: RedactionRules;
  /** The rule to change; null for a new one. */
  rule: RedactionRule | null;
  onClose: () => void;
};

/** Adds or changes a rule, with a preview of it on stored calls. */
export function RuleDialog({ workspace, stored, rule, onClose }: RuleDialogProps) {
  const { connectionId, projectId } = workspace;
  const { form, errors, others, change, submit } = useValidatedForm({
    schema: redactionRule,
    defaultValues: rule ?? NEW_RULE,
    fields: FIELDS,
    findFields: ruleErrors,
    reValidateMode: "onChange",
  });
  const draft = form.watch();
  const [previewed, setPreviewed] = useState<RedactionRule | null>(rule && { ...rule, is_enabled: true });
  const preview = useQuery({
    ...serviceQuery(connectionId, "redaction.preview", { project_id: projectId, rules: previewed ? [previewed] : [] }),
    enabled: previewed !== null,
  });
  const refused = preview.error ? ruleErrors(failureOf(preview.error)).fields : {};
  const save = useSaveRules(workspace, rule === null ? "Rule added" : "Rule saved", onClose);
  const showPreview = () => {
    const values = form.getValues();
    const checked = redactionRule.safeParse({ ...values, name: values.name.trim() || PREVIEW_NAME, is_enabled: true });
    setPreviewed(checked.success ? checked.data : null);
  };
  const changeNow = (changes: Partial<RedactionRule>) => {
    change(changes);
    const isTyped = "name" in changes || "pattern" in changes;
    if (!isTyped) showPreview();
  };
  return (
    <FormDialog
      size="wide"
      title={rule === null ? "New rule" : `Edit ${rule.name}`}
      description="It acts on calls and feedback that arrive from now on. What is stored already stays as it is."
      action={rule === null ? "Add rule" : "Save rule"}
      change={save}
      messages={others}
      onSubmit={submit((changed, { onError }) => {
        const rules = [...rulesWith(stored.rules, rule?.name ?? null, changed)];
        save.mutate({ project_id: projectId, revision: stored.revision, rules }, { onError });
      })}
      onClose={onClose}
    >
      <RuleFields
        draft={draft}
        errors={{ ...errors, pattern: errors.pattern ?? refused.pattern }}
        onChange={changeNow}
        onTyped={showPreview}
      />
      <RulePreview
        preview={previewed === null || refused.pattern !== undefined ? null : preview.data}
        error={refused.pattern === undefined ? preview.error : null}
      />
    </FormDialog>
  );
}

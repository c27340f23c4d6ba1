"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { Switch } from "@/components/form/switch";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import type { RedactionRule } from "@/lib/api/contract/admin/redaction";
import type { Workspace } from "@/lib/workspace/workspace";
import { type RedactionRules, rulesWith, ruleText } from "./prepare-redaction";
import { useSaveRules } from "./use-save-rules";

type RulesListProps = {
  workspace: Workspace;
  stored: RedactionRules;
  isEditable: boolean;
  onEdit: (rule: RedactionRule) => void;
};

/** The rules of a project, each with a switch. */
export function RulesList({ workspace, stored, isEditable, onEdit }: RulesListProps) {
  const [removed, setRemoved] = useState<RedactionRule | null>(null);
  const request = (rules: readonly RedactionRule[]) => ({
    project_id: workspace.projectId,
    revision: stored.revision,
    rules: [...rules],
  });
  const turn = useSaveRules(workspace, "Rule saved", () => undefined);
  const remove = useSaveRules(workspace, "Rule removed", () => setRemoved(null));
  return (
    <>
      {turn.isError ? (
        <Callout tone="err" className="mx-4 mb-2.5 max-md:mx-3">
          {failureOf(turn.error).message}
        </Callout>
      ) : null}
      <ul aria-label="Rules" className="border-t border-line">
        {stored.rules.map((rule) => (
          <li
            key={rule.name}
            className="flex min-w-0 items-start gap-2 border-b border-line py-2 pr-2 pl-4 text-small max-md:pl-3"
          >
            <div className="grid min-w-0 grow gap-0.5">
              <Switch
                isOn={rule.is_enabled}
                isDisabled={!isEditable || turn.isPending}
                label={<span className="font-medium">{rule.name}</span>}
                onChange={(isOn) =>
                  turn.mutate(request(rulesWith(stored.rules, rule.name, { ...rule, is_enabled: isOn })))
                }
              />
              <code className="truncate text-code text-ink-2" title={rule.pattern}>
                {rule.pattern}
              </code>
              <span className="text-ink-3">{ruleText(rule)}</span>
            </div>
            {isEditable ? (
              <span className="flex flex-none">
                <Button kind="ghost" size="icon-small" aria-label={`Edit ${rule.name}`} onClick={() => onEdit(rule)}>
                  <Pencil size={13} strokeWidth={1.7} aria-hidden="true" />
                </Button>
                <Button
                  kind="ghost"
                  size="icon-small"
                  aria-label={`Remove ${rule.name}`}
                  onClick={() => setRemoved(rule)}
                >
                  <Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />
                </Button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {removed ? (
        <ConfirmDialog
          title={`Remove the rule ${removed.name}?`}
          description="What it looks for is stored as it arrives from then on. What it has replaced stays replaced."
          action="Remove rule"
          change={remove}
          onConfirm={() => remove.mutate(request(stored.rules.filter(({ name }) => name !== removed.name)))}
          onClose={() => setRemoved(null)}
        />
      ) : null}
    </>
  );
}

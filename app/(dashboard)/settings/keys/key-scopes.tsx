"use client";

import { useId } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { type KeyScope, keyScopes } from "@/lib/api/contract/operation/key-scopes";
import { SCOPES } from "./prepare-service-keys";

type KeyScopesProps = {
  scopes: readonly KeyScope[];
  error: string | undefined;
  onChange: (scopes: readonly KeyScope[]) => void;
};

/** The permissions of a new key. */
export function KeyScopes({ scopes, error, onChange }: KeyScopesProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-1 text-micro font-medium text-ink-3">Permissions</legend>
      {keyScopes.map((scope) => (
        <div key={scope} className="flex items-center gap-2 text-small">
          <Checkbox
            id={`${id}-${scope}`}
            checked={scopes.includes(scope)}
            onCheckedChange={(isChecked) =>
              onChange(keyScopes.filter((each) => (each === scope ? isChecked === true : scopes.includes(each))))
            }
          />
          <label htmlFor={`${id}-${scope}`}>
            {SCOPES[scope].label} <span className="text-ink-3">{SCOPES[scope].hint}</span>
          </label>
        </div>
      ))}
      <p className="text-micro text-ink-3">SDKs need Read and Write.</p>
      {error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="text-micro text-err">
          {error}
        </p>
      )}
    </fieldset>
  );
}

"use client";

import { useState } from "react";
import type { WeaveSource } from "@/app/(dashboard)/[workspace]/import/project/weave-project";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { PasswordInput } from "@/components/form/password-input";
import { Button } from "@/components/ui/button";
import { addressSource, isWholeLogin, type WeaveLogin } from "./weave-address";

type AddressFieldsProps = { isDisabled: boolean; onChoose: (source: WeaveSource) => void };

const EMPTY: WeaveLogin = { address: "", projectId: "", key: "" };

/** A service, a project and a key, which are used for this import only. */
export function AddressFields({ isDisabled, onChoose }: AddressFieldsProps) {
  const [login, setLogin] = useState(EMPTY);
  const isWhole = isWholeLogin(login);
  const set = (changes: Partial<WeaveLogin>) => setLogin({ ...login, ...changes });
  return (
    <form
      noValidate
      className="grid w-full max-w-[560px] gap-3 md:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !isDisabled) onChoose(addressSource(login));
      }}
    >
      <Field label="Address" className="md:col-span-2" hint="of the service, such as https://traces.example.org">
        {(ids) => (
          <Input
            {...ids}
            isMono
            type="url"
            disabled={isDisabled}
            value={login.address}
            onChange={({ target }) => set({ address: target.value })}
          />
        )}
      </Field>
      <Field label="Project">
        {(ids) => (
          <Input
            {...ids}
            isMono
            placeholder="entity/project"
            disabled={isDisabled}
            value={login.projectId}
            onChange={({ target }) => set({ projectId: target.value })}
          />
        )}
      </Field>
      <Field label="Key">
        {(ids) => (
          <PasswordInput
            {...ids}
            isMono
            autoComplete="off"
            disabled={isDisabled}
            value={login.key}
            onChange={({ target }) => set({ key: target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3 md:col-span-2">
        <Button type="submit" disabled={!isWhole || isDisabled}>
          Count records
        </Button>
        <span className="text-small text-ink-3">The key is used for this import and not stored.</span>
      </div>
    </form>
  );
}

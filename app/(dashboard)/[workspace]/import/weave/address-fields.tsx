"use client";

import { useState } from "react";
import { LoginField } from "@/app/(dashboard)/[workspace]/import/parts/login-field";
import type { WeaveSource } from "@/app/(dashboard)/[workspace]/import/project/weave-project";
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
      <LoginField
        label="Address"
        kind="address"
        hint="of the service, such as https://traces.example.org"
        isDisabled={isDisabled}
        value={login.address}
        onChange={(address) => set({ address })}
      />
      <LoginField
        label="Project"
        kind="name"
        placeholder="entity/project"
        isDisabled={isDisabled}
        value={login.projectId}
        onChange={(projectId) => set({ projectId })}
      />
      <LoginField
        label="Key"
        kind="secret"
        isDisabled={isDisabled}
        value={login.key}
        onChange={(key) => set({ key })}
      />
      <div className="flex flex-wrap items-center gap-3 md:col-span-2">
        <Button type="submit" disabled={!isWhole || isDisabled}>
          Count records
        </Button>
        <span className="text-small text-ink-3">The key is used for this import and not stored.</span>
      </div>
    </form>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";

type FollowFormProps = {
  label: string;
  /** The page of an id. */
  hrefOf: (id: string) => string;
};

/** Opens an item by its id where the service cannot list items. The item's page saves the id once it has loaded. */
export function FollowForm({ label, hrefOf }: FollowFormProps) {
  const router = useRouter();
  const [id, setId] = useState("");
  const trimmed = id.trim();
  return (
    <form
      className="flex w-full max-w-[440px] items-end gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== "") router.push(hrefOf(trimmed));
      }}
    >
      <Field label={label} className="flex-1 text-left">
        {(ids) => (
          <Input
            {...ids}
            isMono
            value={id}
            onChange={(event) => setId(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" disabled={trimmed === ""}>
        Follow
      </Button>
    </form>
  );
}

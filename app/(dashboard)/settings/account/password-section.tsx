"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import { appQuery } from "@/lib/api/client/app-client";

const ChangePassword = openedLater(async () => (await import("./change-password")).ChangePassword);

/** The current user's own password. Absent for an account without one; the section below then says why. */
export function PasswordSection() {
  const { data } = useQuery(appQuery("secondFactor.read", {}));
  const [isOpen, setIsOpen] = useState(false);
  if (!data?.hasPassword) return null;
  return (
    <section aria-labelledby="password" className="border-b border-line px-4 py-3 max-md:px-3">
      <h2 id="password" className="text-small font-medium">
        Password
      </h2>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 grow basis-40 text-small text-ink-2">A change ends your sessions in other browsers.</p>
        <Button size="small" onClick={() => setIsOpen(true)}>
          Change password
        </Button>
      </div>
      {isOpen ? <ChangePassword onClose={() => setIsOpen(false)} /> : null}
    </section>
  );
}

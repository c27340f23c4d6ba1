"use client";

import { useRouter } from "next/navigation";
import { type ObjectKey, objectKeyText } from "@/components/object/object-key";
import { parseRef, refHref } from "@/components/object/object-ref";
import { useToast } from "@/components/ui/toast";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ObjectsParams } from "./search-params";

/** A change of the address; null takes a part away, so that its default counts. */
export type ParamsChange = { readonly [Name in keyof ObjectsParams]?: ObjectsParams[Name] | null };

type History = "push" | "replace";

/** What a person can do on the page, as changes of its address. */
export function useObjectActions(
  workspace: Workspace,
  params: ObjectsParams,
  change: (change: ParamsChange, history?: History) => void,
) {
  const router = useRouter();
  const say = useToast();
  return {
    change,
    /** Selects a version, the latest when it is null. The sides of a comparison belong to one object. */
    select: (object: ObjectKey, version: string | null, history: History = "push") => {
      const isSame = params.object !== null && objectKeyText(params.object) === objectKeyText(object);
      change({ object, version, ...(isSame ? {} : { a: null, b: null }) }, history);
    },
    close: () => change({ object: null, version: null, a: null, b: null }),
    setSide: (side: "a" | "b", digest: string) => change({ [side]: digest, tab: "diff" }),
    setSides: (a: string | null, b: string | null) => change({ a, b, tab: "diff" }),
    /** Opens what a pasted ref names; false when the text is no ref. */
    openRef: (text: string): boolean => {
      const target = parseRef(text.trim());
      if (!target) return false;
      const href = refHref(workspace.slug, workspace.projectId, target);
      if (href === null) say(`That belongs to ${target.projectId}, another project`, "warning");
      else router.push(href);
      return true;
    },
    copy: (text: string, said: string) => {
      navigator.clipboard.writeText(text).then(
        () => say(said),
        () => say("The browser did not allow copying", "warning"),
      );
    },
  };
}

export type ObjectActions = ReturnType<typeof useObjectActions>;

"use client";

import { useRouter } from "next/navigation";
import { useToast } from "@/components/ui/toast";
import { useCopyText } from "@/components/ui/use-copy-text";
import { type ObjectKey, objectKeyText } from "@/lib/object/object-key";
import { parseRefTarget, refHref } from "@/lib/object/object-ref";
import type { Workspace } from "@/lib/workspace/workspace";
import type { AddressChange, ChosenVersions } from "./objects-address";

type History = "push" | "replace";

/** Actions of the list, and of components that only change the address. */
export interface ListActions {
  readonly change: (change: AddressChange, history?: History) => void;
  /** Selects a version, or the latest when it is null. The sides of a comparison belong to one object. */
  readonly select: (object: ObjectKey, version: string | null, history?: History) => void;
}

/** Actions of an object's details. */
export interface DetailActions extends ListActions {
  readonly close: () => void;
  readonly setSide: (side: "a" | "b", digest: string) => void;
  readonly setSides: (a: string | null, b: string | null) => void;
  readonly copy: (text: string, message: string) => void;
}

export interface ObjectActions extends DetailActions {
  /** Opens the target of a pasted ref; false when the text is not a ref. */
  readonly openRef: (text: string) => boolean;
}

/** Returns the actions of the page, as changes of its address. */
export function useObjectActions(
  workspace: Workspace,
  params: Pick<ChosenVersions, "object">,
  change: (change: AddressChange, history?: History) => void,
): ObjectActions {
  const router = useRouter();
  const toast = useToast();
  const copy = useCopyText();
  return {
    change,
    select: (object: ObjectKey, version: string | null, history: History = "push") => {
      const isSame = params.object !== null && objectKeyText(params.object) === objectKeyText(object);
      change({ object, version, ...(isSame ? {} : { a: null, b: null }) }, history);
    },
    close: () => change({ object: null, version: null, a: null, b: null }),
    setSide: (side: "a" | "b", digest: string) => change({ [side]: digest, tab: "diff" }),
    setSides: (a: string | null, b: string | null) => change({ a, b, tab: "diff" }),
    openRef: (text: string) => {
      const target = parseRefTarget(text.trim());
      if (!target) return false;
      const href = refHref(workspace.slug, workspace.projectId, target);
      if (href === null) toast(`This ref belongs to another project, ${target.projectId}`, "warning");
      else router.push(href);
      return true;
    },
    copy,
  };
}

"use client";

import { useMemo } from "react";
import { codeLoader } from "@/components/ui/code-loader";
import type { ParsedCondition } from "./parse-condition";

/** The schema of expressions is large, and few addresses contain one. */
const parser = codeLoader(async () => (await import("./parse-condition")).parseCondition);

const NONE: ParsedCondition = { kind: "none" };
const LOADING = { kind: "loading" } as const;
const NOT_LOADED: ParsedCondition = { kind: "broken", message: "Could not be checked. Reload the page" };

/** Parses a typed query expression. It is `loading` until the code that parses it has loaded. */
export function useCondition(text: string): ParsedCondition | typeof LOADING {
  const isEmpty = text.trim() === "";
  const { code: parse, hasFailed } = parser.useCode(!isEmpty);
  return useMemo(() => {
    if (isEmpty) return NONE;
    if (parse !== null) return parse(text);
    return hasFailed ? NOT_LOADED : LOADING;
  }, [text, isEmpty, parse, hasFailed]);
}

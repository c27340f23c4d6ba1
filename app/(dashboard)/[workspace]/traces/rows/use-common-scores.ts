"use client";

import { useState } from "react";
import { MEASURED_ROWS } from "@/components/table/fitted-widths";
import type { LoadedScores } from "@/lib/score/row-scores";
import { commonScores } from "./common-scores";

type CommonScoresOptions = {
  fields: readonly string[];
  calls: readonly { readonly id: string }[];
  scores: LoadedScores;
  /** Identifies what is listed: other content is counted again. Null while rows of other content are still shown. */
  contentKey: string | null;
};

/** Returns the score fields that most of the first rows have. Rows that arrive later change nothing. */
export function useCommonScores({ fields, calls, scores, contentKey }: CommonScoresOptions): readonly string[] {
  const [counted, setCounted] = useState<{ contentKey: string; common: readonly string[] } | null>(null);
  if (contentKey !== null && counted?.contentKey !== contentKey) {
    const ids = calls.slice(0, MEASURED_ROWS).map(({ id }) => id);
    const common = commonScores(fields, ids, scores);
    if (common !== null) setCounted({ contentKey, common });
  }
  return counted?.common ?? NONE;
}

const NONE: readonly string[] = [];
